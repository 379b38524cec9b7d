#include "ui/main_window/icons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/theme/theme.h"

namespace ringscope {

namespace {

// The symbols live on a 16 x 16 grid, 2 free on each side.
void add_triangle(QPainterPath& path, double left, double right) {
    path.moveTo(left, 3);
    path.lineTo(right, 8);
    path.lineTo(left, 13);
    path.closeSubpath();
}

QPainterPath glyph_path(Glyph glyph) {
    QPainterPath path;
    switch (glyph) {
        case Glyph::first:
            path.addRect(QRectF(2.5, 3, 2, 10));
            add_triangle(path, 13.5, 5.5);
            break;
        case Glyph::back: add_triangle(path, 12, 4); break;
        case Glyph::play: add_triangle(path, 4.5, 13); break;
        case Glyph::pause:
            path.addRect(QRectF(4, 3, 3, 10));
            path.addRect(QRectF(9, 3, 3, 10));
            break;
        case Glyph::forward: add_triangle(path, 4, 12); break;
        case Glyph::end:
            add_triangle(path, 2.5, 10.5);
            path.addRect(QRectF(11.5, 3, 2, 10));
            break;
    }
    return path;
}

// An icon that paints itself at any size; at none there is nothing to paint on.
class PaintedEngine : public QIconEngine {
  public:
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        if (pixmap.isNull()) return pixmap;
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
};

class GlyphEngine : public PaintedEngine {
  public:
    GlyphEngine(Glyph glyph, QColor color, QColor faint)
        : glyph_(glyph), color_(color), faint_(faint) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        const QColor& color = mode == QIcon::Disabled ? faint_ : color_;
        // A thin pen of the same colour rounds the corners.
        painter->setPen(QPen(color, 1, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->setBrush(color);
        painter->drawPath(glyph_path(glyph_));
        painter->restore();
    }

    QIconEngine* clone() const override { return new GlyphEngine(*this); }

  private:
    Glyph glyph_;
    QColor color_, faint_;
};

class SwitchEngine : public PaintedEngine {
  public:
    SwitchEngine(QColor on, QColor off, QColor knob) : on_(on), off_(off), knob_(knob) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State state) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool on = state == QIcon::On;
        const double height = std::min<double>(rect.height(), rect.width() / 1.7);
        const double radius = height / 2, gap = height * 0.14;
        const QRectF groove(rect.left(), rect.center().y() + 0.5 - radius, 1.7 * height, height);
        painter->setPen(Qt::NoPen);
        painter->setBrush(on ? on_ : off_);
        painter->drawRoundedRect(groove, radius, radius);
        painter->setBrush(knob_);
        const double x = on ? groove.right() - radius : groove.left() + radius;
        painter->drawEllipse(QPointF(x, groove.center().y()), radius - gap, radius - gap);
        painter->restore();
    }

    QIconEngine* clone() const override { return new SwitchEngine(*this); }

  private:
    QColor on_, off_, knob_;
};

}  // namespace

QIcon switch_icon(const QColor& on, const QColor& off, const QColor& knob) {
    return QIcon(new SwitchEngine(on, off, knob));
}

QIcon glyph_icon(Glyph glyph, const QColor& color, const QColor& faint) {
    return QIcon(new GlyphEngine(glyph, color, faint));
}

QIcon program_icon() {
    const Theme theme = Theme::light();
    constexpr int size = 128;
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.strong_border, 8));
    painter.drawEllipse(QPointF(64, 64), 42, 42);
    painter.setPen(Qt::NoPen);
    for (Rank r = 0; r < 4; ++r) {
        const double angle = std::numbers::pi / 2 * (r - 1);
        painter.setBrush(theme.rank_color(r));
        painter.drawEllipse(QPointF(64 + 42 * std::cos(angle), 64 + 42 * std::sin(angle)), 18, 18);
    }
    return QIcon(pixmap);
}

}  // namespace ringscope
