#pragma once

#include <QRectF>
#include <QSizeF>
#include <vector>

#include "core/data/dataset.h"

class QPainter;

namespace ringscope {

struct Theme;

// Data with two inputs as points of a plane.

// What the samples cover, with a margin; a square of side 2 around 0 where there are none.
QRectF plane_extent(const Samples& samples);

// Maps data into an area, upwards as in mathematics: the same scale both ways, or `filled`.
struct PlaneMap {
    QRectF extent, area;

    PlaneMap(const QRectF& data, const QRectF& room, bool filled = false);
    QPointF operator()(float x, float y) const;
};

// A grid of side x side inputs, row by row from the top, left to right: what a picture's pixels
// ask.
std::vector<float> plane_grid(const QRectF& extent, int side);

// A small mark: circle, square, triangle, diamond, cross, ... by number, so that colour is not all.
void paint_mark(QPainter& painter, const QPointF& center, double size, int number);

}  // namespace ringscope
