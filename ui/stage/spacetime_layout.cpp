#include "ui/stage/spacetime_layout.h"

#include <algorithm>

namespace ringscope {

double SpaceTimeLayout::y(int step) const {
    return area.top() + head + (strips ? strip : unit * 0.4) + step * row;
}

QRectF SpaceTimeLayout::head_of(Rank rank) const {
    return {area.left() + rank * lane, area.top(), lane, head};
}

QRectF SpaceTimeLayout::cell(Rank rank, int chunk, double top) const {
    const double rim = std::min(lane * 0.06, unit * 0.6),
                 pitch = (lane - 2 * rim) / std::max(1, chunks);
    const double gap = std::min(pitch * 0.1, unit * 0.2);
    return {area.left() + rank * lane + rim + chunk * pitch + gap / 2, top, pitch - gap,
            strip - unit * 0.7};
}

QRectF SpaceTimeLayout::start_cell(Rank rank, int chunk) const {
    return cell(rank, chunk, area.top() + head);
}

QRectF SpaceTimeLayout::end_cell(Rank rank, int chunk) const {
    return cell(rank, chunk, y(steps) + unit * 0.7);
}

QRectF SpaceTimeLayout::landing(Rank rank, int step) const {
    const double height = std::min(2.1 * cell_unit, row * 0.5),
                 width = std::min(lane * 0.36, 4.4 * cell_unit);
    return {x(rank) - width / 2, y(step + 1) - height - unit * 0.12, width, height};
}

SpaceTimeLayout space_time_layout(int ranks, int chunks, int steps, const QRectF& body,
                                  double unit) {
    SpaceTimeLayout layout;
    layout.ranks = ranks;
    layout.chunks = chunks;
    layout.steps = steps;
    layout.unit = unit;
    layout.margin = std::min(5.4 * unit, body.width() * 0.14);
    layout.area = body.adjusted(layout.margin, 0, 0, 0);
    layout.lane = layout.area.width() / ranks;
    layout.head = ranks > 24 ? 1.2 * unit : 1.8 * unit;
    const double pitch = layout.lane / std::max(1, chunks);
    layout.strips = chunks > 0 && pitch >= 0.22 * unit && body.height() > 14 * unit;
    layout.strip = layout.strips ? (pitch >= 2.2 * unit ? 2.9 : 2.2) * unit : 0;
    const double rest =
        body.height() - layout.head - 2 * (layout.strips ? layout.strip : 0.4 * unit);
    layout.row = std::min(rest / std::max(1, steps), 6.5 * unit);
    // What is left over is shared above and below, so that few steps do not cling to the top.
    layout.area.translate(0, std::max(0.0, rest - layout.row * std::max(1, steps)) / 2);
    layout.cell_unit = std::min({unit, layout.row / 3.6, layout.lane / 8.5});
    layout.words = layout.cell_unit >= 0.62 * unit && layout.cell_unit >= 6.5;
    const double across = std::min(pitch / 3.1, (layout.strip - 0.7 * unit) / 1.9);
    layout.detail = across >= 6 && across >= 0.5 * unit ? Detail::compact : Detail::bars;
    return layout;
}

}  // namespace ringscope
