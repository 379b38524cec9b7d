#pragma once

#include <QPolygonF>

class QColor;
class QPainter;

namespace ringscope {

// A line with a head at its end. unit: text size of the picture; dashed: a way that stops in
// between.
void paint_arrow(QPainter& painter, const QPolygonF& line, double unit, bool dashed,
                 const QColor& color);

}  // namespace ringscope
