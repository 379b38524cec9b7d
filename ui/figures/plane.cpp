#include "ui/figures/plane.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace ringscope {

QRectF plane_extent(const Samples& samples) {
    if (samples.count == 0) return {-1, -1, 2, 2};
    double left = 1e300, right = -1e300, low = 1e300, high = -1e300;
    for (std::size_t i = 0; i + 1 < samples.x.size(); i += 2) {
        const double x = samples.x[i], y = samples.x[i + 1];
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        left = std::min(left, x);
        right = std::max(right, x);
        low = std::min(low, y);
        high = std::max(high, y);
    }
    if (left > right) return {-1, -1, 2, 2};
    const double margin = 0.08 * std::max({right - left, high - low, 1e-6});
    return {left - margin, low - margin, right - left + 2 * margin, high - low + 2 * margin};
}

PlaneMap::PlaneMap(const QRectF& data, const QRectF& room, bool filled) : extent(data), area(room) {
    if (filled) return;
    const double scale = std::min(room.width() / data.width(), room.height() / data.height());
    const QSizeF size(data.width() * scale, data.height() * scale);
    area = QRectF(
        QPointF(room.center().x() - size.width() / 2, room.center().y() - size.height() / 2), size);
}

QPointF PlaneMap::operator()(float x, float y) const {
    return {
        area.left() + (static_cast<double>(x) - extent.left()) / extent.width() * area.width(),
        area.bottom() - (static_cast<double>(y) - extent.top()) / extent.height() * area.height()};
}

std::vector<float> plane_grid(const QRectF& extent, int side) {
    std::vector<float> x;
    x.reserve(static_cast<std::size_t>(2 * side * side));
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            x.push_back(static_cast<float>(extent.left() + extent.width() * (column + 0.5) / side));
            x.push_back(static_cast<float>(extent.bottom() - extent.height() * (row + 0.5) / side));
        }
    return x;
}

void paint_mark(QPainter& painter, const QPointF& center, double size, int number) {
    const double half = size / 2;
    switch (number % 6) {
        case 0: painter.drawEllipse(center, half, half); break;
        case 1:
            painter.drawRect(QRectF(center - QPointF(half, half), QSizeF(size, size))
                                 .adjusted(0.1 * size, 0.1 * size, -0.1 * size, -0.1 * size));
            break;
        case 2:
            painter.drawPolygon(QPolygonF{center + QPointF(0, -half),
                                          center + QPointF(half, 0.8 * half),
                                          center + QPointF(-half, 0.8 * half)});
            break;
        case 3:
            painter.drawPolygon(QPolygonF{center + QPointF(0, -half), center + QPointF(half, 0),
                                          center + QPointF(0, half), center + QPointF(-half, 0)});
            break;
        case 4:
            painter.drawPolygon(QPolygonF{center + QPointF(0, half),
                                          center + QPointF(half, -0.8 * half),
                                          center + QPointF(-half, -0.8 * half)});
            break;
        default:
            painter.drawRect(QRectF(center - QPointF(half, 0.35 * half), QSizeF(size, 0.7 * half)));
            break;
    }
}

}  // namespace ringscope
