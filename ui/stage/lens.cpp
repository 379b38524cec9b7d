#include "ui/stage/lens.h"

#include <algorithm>

namespace ringscope {

namespace {

// Nothing beyond the picture's rims is ever seen.
Lens inside(Lens lens) {
    lens.zoom = std::clamp(lens.zoom, 1.0, Lens::most);
    const double half = 0.5 / lens.zoom;
    lens.center = {std::clamp(lens.center.x(), half, 1 - half),
                   std::clamp(lens.center.y(), half, 1 - half)};
    return lens;
}

}  // namespace

QRectF Lens::whole(const QRectF& body) const {
    const QSizeF size = body.size() * zoom;
    return {body.center() - QPointF(center.x() * size.width(), center.y() * size.height()), size};
}

QRectF Lens::seen() const {
    const double size = 1 / zoom;
    return {center - QPointF(size, size) / 2, QSizeF(size, size)};
}

Lens Lens::zoomed(double factor, const QPointF& point, const QRectF& body) const {
    if (body.isEmpty()) return *this;
    const QRectF before = whole(body);
    const QPointF share((point.x() - before.left()) / before.width(),
                        (point.y() - before.top()) / before.height());
    Lens lens = inside({zoom * factor, center});
    const QSizeF size = body.size() * lens.zoom;
    const QPointF from_center = point - body.center();
    lens.center = share - QPointF(from_center.x() / size.width(), from_center.y() / size.height());
    return inside(lens);
}

Lens Lens::moved(const QPointF& by, const QRectF& body) const {
    if (body.isEmpty()) return *this;
    const QRectF now = whole(body);
    return centered_at(center - QPointF(by.x() / now.width(), by.y() / now.height()));
}

Lens Lens::centered_at(const QPointF& share) const { return inside({zoom, share}); }

}  // namespace ringscope
