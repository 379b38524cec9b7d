#include "ui/stage/ring_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/arrow.h"
#include "ui/stage/caption.h"
#include "ui/stage/card_painter.h"
#include "ui/stage/token_painter.h"

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

// The ring's edges are always there. Other algorithms show the ways that this step takes, over a
// faint picture of all that they ever take.
void paint_links(QPainter& painter, const RingLayout& ring, const StageScene& scene,
                 const Theme& theme, const Theme& inner) {
    const int n = scene.info->world_size;
    if (scene.info->buckets.empty() || n < 2) return;
    std::map<std::pair<Rank, Rank>, bool> now;  // and whether through the host's memory
    for (const TransferRecord& record : scene.frame->transfers) {
        const Transfer& t = record.report.transfer;
        bool& staged = now[{t.from, t.to}];
        staged = staged || record.report.route == Route::via_host;
    }
    std::set<std::pair<Rank, Rank>> ever;
    if (is_ring(scene)) {
        for (Rank r = 0; r < n; ++r) now.try_emplace({r, (r + 1) % n}, false);
    } else {
        for (const Step& step : bucket_of(scene).schedule.steps)
            for (const Transfer& t : step.transfers) ever.emplace(t.from, t.to);
    }
    constexpr std::size_t most_links = 300;  // more are a grey disc
    const double unit = ring.detail == Detail::bars ? 0.7 * ring.unit : ring.unit;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.border, std::max(0.6, unit * 0.1)));
    if (ever.size() <= most_links)
        for (const auto& [from, to] : ever) painter.drawPolyline(path_between(ring, from, to));
    if (now.size() > most_links) return;
    for (const auto& [link, staged] : now) {
        const QPolygonF path = path_between(ring, link.first, link.second);
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
    if (ring.detail == Detail::bars && cells.has_values && lens().zoom <= 1 && is_ring(scene()) &&
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
}

void RingFigure::paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const {
    const RingLayout& ring = layout(body, theme);
    if (!ring.cards.empty()) paint_tokens(painter, ring, scene(), body, theme.with_unit(ring.unit));
}

}  // namespace ringscope
