#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <vector>

#include "core/trace/frame.h"

// Where things are on the ring. Pure functions of numbers: no window, no painter, no font.
namespace ringscope {

// How much a card can show at its size.
enum class Detail {
    full,     // value, pips, chunk labels, place
    compact,  // value and a stripe of pips
    bars,     // a bar a chunk, its height tells how many ranks are in
};

struct CardGeometry {
    QRectF card;
    QRectF header;              // title and place label
    std::vector<QRectF> cells;  // [chunk]
    QRectF footer;  // loss, samples and memory; empty in Detail::bars or if not asked for
};

struct RingLayout {
    Detail detail = Detail::full;
    double unit = 13;                 // text size inside the cards, painter units
    std::vector<CardGeometry> cards;  // [rank]
    std::vector<QPolygonF> edges;     // [rank]: from the rank's card to its right-hand neighbour's

    void translate(const QPointF& by);
};

// Cards clockwise, rank 0 on top (two ranks: left and right). No card overlaps another or leaves
// the area. 1 <= world_size <= 64, chunks >= 0. unit: text size at which a card looks best; cards
// grow to at most 1.7 times that and shrink as needed, losing detail.
RingLayout ring_layout(int world_size, int chunks, const QRectF& area, double unit, bool footer);

// The way from a card to any other: the edge for a neighbour, else an arc through the inside.
QPolygonF path_between(const RingLayout& layout, Rank from, Rank to);

// The point at `fraction` (0 to 1) of a polyline's length.
QPointF point_on(const QPolygonF& line, double fraction);

// Where a token of that size is at `progress` (0: touches the sender, 1: touches the receiver),
// moved as needed to stay inside the area.
QRectF token_rect(const RingLayout& layout, Rank from, Rank to, QSizeF size, double progress,
                  const QRectF& area);

}  // namespace ringscope
