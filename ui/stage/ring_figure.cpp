#include "ui/stage/ring_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>
#include <vector>

#include "core/collective/contribution_map.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/arrow.h"
#include "ui/stage/caption.h"
#include "ui/stage/card_painter.h"

namespace ringscope {

namespace {

struct RingFigureWords {
    Q_DECLARE_TR_FUNCTIONS(Ring)
};

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

// One or two lines: "c3 += 4004" on the way, "40 + 4004", "= 4044" where it has landed.
QStringList token_text(const StageScene& scene, const SceneCells& cells,
                       const TransferRecord& record) {
    const Transfer& t = record.report.transfer;
    const bool add = t.op == TransferOp::add;
    if (record.chunk.count == 0)
        return {QStringLiteral("c%1").arg(t.chunk), RingFigureWords::tr("empty")};
    const QString target =
        QStringLiteral("c%1 %2").arg(t.chunk).arg(add ? QStringLiteral("+=") : QStringLiteral("="));
    if (record.chunk.count > 1)
        return {target, RingFigureWords::tr("%1 numbers").arg(integer_text(record.chunk.count))};
    if (landed(scene) && add)
        return {QStringLiteral("%1 + %2").arg(number_text(first_of(record.receiver_before), 6),
                                              number_text(first_of(record.sent), 6)),
                QStringLiteral("= %1").arg(cell_text(cells.at(t.to, t.chunk), 9))};
    return {target + QLatin1Char(' ') + number_text(first_of(record.sent), 6)};
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
    // More transfers than devices would bury the picture under words.
    const bool many = std::ssize(scene.frame->transfers) > scene.info->world_size;
    if (layout.detail == Detail::bars || many) {
        paint_dot(painter, layout, t, scene.progress, body, theme);
        return;
    }
    const double u = theme.unit;
    const QStringList lines = token_text(scene, cells, record);
    // A single line has room for the marks of who is in it.
    const bool pips = layout.detail == Detail::full && lines.size() == 1;
    const double most = u * 7.2;  // what the layout keeps free between two cards
    double letters = 0.9, width = 0;
    for (const double smaller : {0.9, 0.8, 0.7}) {
        letters = smaller;
        width = 0;
        for (const QString& line : lines)
            width = std::max(width, text_width(theme.mono_font(letters, true), line));
        if (width + u * 0.9 <= most) break;
    }
    const QFont font = theme.mono_font(letters, true);
    const QSizeF size(std::max(width + u * 0.9, u * 4.4),
                      u * (pips || lines.size() > 1 ? 2.8 : 1.7));
    const QRectF area = token_rect(layout, t.from, t.to, size, scene.progress, body);
    const double radius = u * 0.65;
    paint_shadow(painter, area, radius, theme);
    painter.setPen(QPen(theme.rank_color(t.from), u * 0.14));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(area, radius, radius);
    const double rows = pips ? 2 : static_cast<double>(lines.size());
    const QRectF inner = area.adjusted(0, u * 0.2, 0, -u * 0.2);
    QRectF row(inner.left(), inner.top(), inner.width(), inner.height() / rows);
    for (const QString& line : lines) {
        paint_line(painter, row, Qt::AlignHCenter, font, theme.text, line);
        row.translate(0, row.height());
    }
    if (!pips) return;
    const int n = scene.info->world_size;
    const double marks = std::min(area.width() - u * 1.2, n * u * 0.72);
    paint_pips(painter,
               QRectF(area.center().x() - marks / 2, area.bottom() - u * 0.9, marks, u * 0.46),
               ranks_sent(scene, before, t), n, theme);
}

bool is_ring(const StageScene& scene) { return bucket_of(scene).schedule.algorithm == "ring"; }

// The ring's edges are always there. Other algorithms show the ways that this step takes, over a
// faint picture of all that they ever take.
void paint_links(QPainter& painter, const RingLayout& ring, const StageScene& scene,
                 const Theme& theme, const Theme& inner) {
    const double unit = ring.detail == Detail::bars ? 0.7 * ring.unit : ring.unit;
    const auto& transfers = scene.frame->transfers;
    std::vector<std::pair<Rank, Rank>> active, all;
    for (const TransferRecord& record : transfers)
        active.emplace_back(record.report.transfer.from, record.report.transfer.to);
    const int n = scene.info->world_size;
    if (scene.info->buckets.empty() || n < 2) return;
    if (is_ring(scene)) {
        for (Rank r = 0; r < n; ++r) active.emplace_back(r, (r + 1) % n);
    } else {
        for (const Step& step : bucket_of(scene).schedule.steps)
            for (const Transfer& t : step.transfers) all.emplace_back(t.from, t.to);
    }
    for (auto* links : {&active, &all}) {
        std::sort(links->begin(), links->end());
        links->erase(std::unique(links->begin(), links->end()), links->end());
    }
    constexpr std::size_t most_links = 600;  // more are a grey disc
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, std::max(0.6, unit * 0.1)));
    if (all.size() <= most_links)
        for (const auto& [from, to] : all) painter.drawPolyline(path_between(ring, from, to));
    for (const auto& [from, to] : active) {
        const bool staged =
            std::any_of(transfers.begin(), transfers.end(), [from = from, to = to](const auto& t) {
                return t.report.transfer.from == from && t.report.transfer.to == to &&
                       t.report.route == Route::via_host;
            });
        const QPolygonF path = path_between(ring, from, to);
        paint_arrow(painter, path, unit, staged, theme.faint);
        if (staged && ring.detail != Detail::bars)
            paint_host_stop(painter, point_on(path, 0.5), inner);
    }
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
    Made elsewhere = made_;
    elsewhere.body.moveTo(body.topLeft());
    if (wanted == made_) return layout_;
    if (elsewhere == wanted) {  // the same picture, only moved
        layout_.translate(body.topLeft() - made_.body.topLeft());
        made_ = wanted;
    } else {
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

std::vector<QRectF> RingFigure::landmarks(const QRectF& body, const Theme& theme) const {
    std::vector<QRectF> cards;
    for (const CardGeometry& card : layout(body, theme).cards) cards.push_back(card.card);
    return cards;
}

void RingFigure::paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const {
    const RingLayout& ring = layout(body, theme);
    if (ring.cards.empty()) return;
    const Theme inner = theme.with_unit(ring.unit);
    const SceneCells cells = scene_cells(scene());
    const auto& transfers = scene().frame->transfers;

    paint_links(painter, ring, scene(), theme, inner);
    if (ring.detail == Detail::bars && cells.has_values && lens().zoom <= 1 &&
        body.width() > 34 * theme.unit)
        paint_key(painter, body.center(), cells, theme);
    const int told = told_transfer(scene());
    const QRectF seen = painter.hasClipping() ? painter.clipBoundingRect() : body;
    for (Rank r = 0; r < cells.world_size; ++r) {
        if (!seen.intersects(ring.cards[static_cast<std::size_t>(r)].card)) continue;
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
