#include "ui/stage/ring_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "core/collective/contribution_map.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/stage/card_painter.h"

namespace ringscope {

namespace {

struct RingFigureWords {
    Q_DECLARE_TR_FUNCTIONS(Ring)
};

void paint_arrow_head(QPainter& painter, const QPolygonF& line, double size, const QColor& color) {
    const QPointF tip = line.back();
    // The direction over the head's own length: the last samples alone are too short to trust.
    qsizetype back = line.size() - 1;
    while (back > 0 && std::hypot(tip.x() - line[back].x(), tip.y() - line[back].y()) < size)
        --back;
    QPointF along = tip - line[back];
    const double length = std::hypot(along.x(), along.y());
    if (length <= 0) return;
    along /= length;
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{tip, tip - along * size + across * size * 0.48,
                                  tip - along * size - across * size * 0.48});
}

// The line itself ends inside the arrow head, so that its end does not show beside the tip.
void paint_edge(QPainter& painter, const QPolygonF& line, double unit, bool staged,
                const QColor& color) {
    const double head = unit * 0.75;
    double length = 0;
    for (qsizetype i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x() - line[i - 1].x(), line[i].y() - line[i - 1].y());
    QPen pen(color, std::max(0.8, unit * 0.15), Qt::SolidLine, Qt::FlatCap);
    if (staged) pen.setDashPattern({3, 2.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (length > head) {
        QPolygonF shaft;
        const QPointF tip = line.back();
        for (const QPointF& point : line)
            if (std::hypot(tip.x() - point.x(), tip.y() - point.y()) > head * 0.7) shaft << point;
        painter.drawPolyline(shaft);
    }
    paint_arrow_head(painter, line, std::min(head, std::max(2.0, length)), color);
}

// A transfer between contexts really stops in the host's memory on its way.
void paint_host_stop(QPainter& painter, const QPointF& center, const Theme& theme) {
    const double u = theme.unit;
    const QString text = RingFigureWords::tr("host");
    const QFont font = theme.font(0.8);
    const QSizeF size(text_width(font, text) + u, u * 1.4);
    const QRectF area(center - QPointF(size.width(), size.height()) / 2, size);
    painter.setPen(QPen(theme.strong_border, u * 0.1));
    painter.setBrush(theme.sunken);
    painter.drawRect(area);
    paint_line(painter, area, Qt::AlignHCenter, font, theme.muted, text);
}

float first_of(const VectorPtr& part) {
    if (part && !part->whole.empty()) return part->whole.front();
    if (part && !part->summary.first.empty()) return part->summary.first.front();
    return 0;
}

// "c3 += 4004" on the way; "40 + 4004 = 4044" where it has landed.
QString token_text(const StageScene& scene, const SceneCells& cells, const TransferRecord& record) {
    const Transfer& t = record.report.transfer;
    const bool add = t.op == TransferOp::add;
    if (record.chunk.count == 0) return QStringLiteral("c%1 –").arg(t.chunk);
    const bool scalar = record.chunk.count == 1;
    if (landed(scene) && add && scalar)
        return QStringLiteral("%1 + %2 = %3")
            .arg(number_text(first_of(record.receiver_before), 6),
                 number_text(first_of(record.sent), 6), cell_text(cells.at(t.to, t.chunk), 7));
    return QStringLiteral("c%1 %2 %3")
        .arg(t.chunk)
        .arg(add ? QStringLiteral("+=") : QStringLiteral("="),
             scalar ? number_text(first_of(record.sent), 6)
                    : QStringLiteral("×%1").arg(integer_text(record.chunk.count)));
}

// Who is in the values that travel: as they were at the sender before the step.
std::uint64_t ranks_sent(const StageScene& scene, const ContributionMap& before,
                         const Transfer& t) {
    return scene.frame->schedule_step < 0 ? 0 : before.ranks_in(t.from, t.chunk);
}

void paint_dot(QPainter& painter, const RingLayout& layout, const Transfer& t, double progress,
               const QRectF& body, const Theme& theme) {
    const double size = std::clamp(layout.unit * 0.7, 3.0, 9.0);
    painter.setPen(QPen(theme.surface, size * 0.15));
    painter.setBrush(theme.rank_color(t.from));
    painter.drawEllipse(token_rect(layout, t.from, t.to, QSizeF(size, size), progress, body));
}

void paint_token(QPainter& painter, const RingLayout& layout, const StageScene& scene,
                 const SceneCells& cells, const TransferRecord& record,
                 const ContributionMap& before, const QRectF& body, const Theme& theme) {
    const Transfer& t = record.report.transfer;
    if (layout.detail == Detail::bars) {
        paint_dot(painter, layout, t, scene.progress, body, theme);
        return;
    }
    const double u = theme.unit;
    const bool pips = layout.detail == Detail::full;
    const QFont font = theme.mono_font(0.9, true);
    const QString text = token_text(scene, cells, record);
    const QSizeF size(std::max(text_width(font, text) + u * 0.9, u * 4.4), u * (pips ? 2.9 : 1.7));
    const QRectF area = token_rect(layout, t.from, t.to, size, scene.progress, body);
    const double radius = u * (pips ? 0.75 : 0.6);
    paint_shadow(painter, area, radius, theme);
    painter.setPen(QPen(theme.rank_color(t.from), u * 0.14));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(area, radius, radius);
    const QRectF line(area.left(), area.top() + u * (pips ? 0.25 : 0), area.width(),
                      pips ? u * 1.4 : area.height());
    paint_line(painter, line, Qt::AlignHCenter, font, theme.text, text);
    if (!pips) return;
    const int n = scene.info->world_size;
    const double width = std::min(area.width() - u * 1.2, n * u * 0.72);
    paint_pips(painter,
               QRectF(area.center().x() - width / 2, area.bottom() - u * 0.9, width, u * 0.46),
               ranks_sent(scene, before, t), n, theme);
}

// Where cards are too small for pips, what the colours of their bars mean.
void paint_key(QPainter& painter, const QPointF& center, const SceneCells& cells,
               const Theme& theme) {
    const double u = theme.unit;
    struct Entry {
        QColor color;
        QString text;
    };
    const QString some = cells.world_size <= 16
                             ? RingFigureWords::tr("one stripe a device summed in")
                             : RingFigureWords::tr("summed so far: the darker, the more devices");
    const Entry entries[] = {
        {theme.muted, RingFigureWords::tr("its own numbers: the device's colour")},
        {theme.accent, some},
        {theme.good, RingFigureWords::tr("complete: all %1 devices").arg(cells.world_size)}};
    double width = 0;
    for (const Entry& entry : entries)
        width = std::max(width, text_width(theme.font(0.92), entry.text));
    double y = center.y() - 1.5 * 1.7 * u;
    for (const Entry& entry : entries) {
        const double left = center.x() - width / 2 - 0.6 * u;
        painter.fillRect(QRectF(left, y + 0.5 * u, 0.7 * u, 0.7 * u), entry.color);
        paint_line(painter, QRectF(left + 1.2 * u, y, width + 1, 1.7 * u), Qt::AlignLeft,
                   theme.font(0.92), theme.muted, entry.text);
        y += 1.7 * u;
    }
}

}  // namespace

const RingLayout& RingFigure::layout(const QRectF& body, const Theme& theme) const {
    const Made wanted{scene().info->world_size, chunk_count(), body, theme.unit};
    if (wanted != made_) {
        layout_ = ring_layout(wanted.world_size, wanted.chunks, body, theme.unit,
                              scene().info->kind == RunKind::train);
        made_ = wanted;
    }
    return layout_;
}

std::vector<QRectF> RingFigure::cell_rects(const QRectF& body, const Theme& theme) const {
    std::vector<QRectF> cells;
    for (const CardGeometry& card : layout(body, theme).cards)
        cells.insert(cells.end(), card.cells.begin(), card.cells.end());
    return cells;
}

void RingFigure::paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const {
    const RingLayout& ring = layout(body, theme);
    if (ring.cards.empty()) return;
    const Theme inner = theme.with_unit(ring.unit);
    const SceneCells cells = scene_cells(scene());
    const auto& transfers = scene().frame->transfers;

    std::vector<bool> staged(ring.edges.size(), false);
    for (const TransferRecord& record : transfers)
        if (record.report.route == Route::via_host)
            staged[static_cast<std::size_t>(record.report.transfer.from)] = true;
    for (std::size_t e = 0; e < ring.edges.size(); ++e) {
        paint_edge(painter, ring.edges[e],
                   ring.detail == Detail::bars ? 0.7 * ring.unit : ring.unit, staged[e],
                   theme.faint);
        if (staged[e] && ring.detail != Detail::bars)
            paint_host_stop(painter, point_on(ring.edges[e], 0.5), inner);
    }

    if (ring.detail == Detail::bars && cells.has_values && body.width() > 34 * theme.unit)
        paint_key(painter, body.center(), cells, theme);
    const int told = told_transfer(scene());
    for (Rank r = 0; r < cells.world_size; ++r) {
        const Transfer* t =
            told < 0 ? nullptr : &transfers[static_cast<std::size_t>(told)].report.transfer;
        const bool here = t && (t->to == r || t->from == r);
        paint_card(painter, ring.cards[static_cast<std::size_t>(r)], ring.detail, scene(), cells, r,
                   here ? t->chunk : -1, inner);
    }
    if (transfers.empty()) return;
    const auto step = static_cast<std::size_t>(std::max(0, scene().frame->schedule_step));
    const ContributionMap before = ContributionMap::after(bucket_of(scene()).schedule, step);
    for (const TransferRecord& record : transfers)
        paint_token(painter, ring, scene(), cells, record, before, body, inner);
}

}  // namespace ringscope
