#pragma once

#include <QPointF>
#include <QRectF>

namespace ringscope {

// Which part of a picture is looked at, and how large. A plain value; pure functions of numbers.
struct Lens {
    double zoom = 1;              // 1: all of it
    QPointF center = {0.5, 0.5};  // of what is seen, as shares of the whole picture

    bool operator==(const Lens&) const = default;

    static constexpr double most = 12;

    // Where the whole picture lies so that its seen part fills `body`.
    QRectF whole(const QRectF& body) const;
    // What is seen, as shares of the whole picture.
    QRectF seen() const;
    // Nearer or farther; what is under `point` stays there as far as the picture's rims allow.
    Lens zoomed(double factor, const QPointF& point, const QRectF& body) const;
    // The picture moved by that many painter units.
    Lens moved(const QPointF& by, const QRectF& body) const;
    Lens centered_at(const QPointF& share) const;
};

}  // namespace ringscope
