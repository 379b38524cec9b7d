#include "ui/stage/arrow.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ringscope {

namespace {

double distance_between(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

void paint_arrow_head(QPainter& painter, const QPolygonF& line, double size, const QColor& color) {
    const QPointF tip = line.back();
    // The direction over the head's own length: the last samples alone are too short to trust.
    qsizetype back = line.size() - 1;
    while (back > 0 && distance_between(tip, line[back]) < size) --back;
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

}  // namespace

// The line itself ends inside the arrow head, so that its end does not show beside the tip.
void paint_arrow(QPainter& painter, const QPolygonF& line, double unit, bool dashed,
                 const QColor& color) {
    if (line.size() < 2) return;
    const double head = unit * 0.75;
    double length = 0;
    for (qsizetype i = 1; i < line.size(); ++i) length += distance_between(line[i], line[i - 1]);
    QPen pen(color, std::max(0.8, unit * 0.15), Qt::SolidLine, Qt::FlatCap);
    if (dashed) pen.setDashPattern({3, 2.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (length > head) {
        QPolygonF shaft;
        for (const QPointF& point : line)
            if (distance_between(line.back(), point) > head * 0.7) shaft << point;
        // A straight line of two points would lose its end.
        if (shaft.size() == 1)
            shaft << line.back() + (shaft[0] - line.back()) * (0.7 * head / length);
        painter.drawPolyline(shaft);
    }
    paint_arrow_head(painter, line, std::min(head, std::max(2.0, length)), color);
}

}  // namespace ringscope
