#pragma once

#include <QRectF>
#include <QSizeF>
#include <QString>

class QPainter;

namespace ringscope {

struct Theme;

// What is drawn around the picture itself.
struct FigureParts {
    bool title = true, caption = true, legend = true;
};

// Something that paints itself on any QPainter at any size: the screen, PNG, SVG and PDF share
// this.
class Figure {
  public:
    virtual ~Figure() = default;

    virtual QString file_stem() const = 0;  // "ring", "memory": for file names, untranslated
    virtual QString title() const = 0;
    virtual QString description() const = 0;  // in words, for accessibility and captions
    virtual QSizeF natural_size() const = 0;  // in units of Theme::unit, where it looks best
    // Lays itself out in `area` (painter coordinates) and fills it. Never asks a widget.
    virtual void paint(QPainter& painter, const QRectF& area, const Theme& theme) const = 0;
    // The same without some of its parts, for exports that bring words of their own.
    virtual void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                             const FigureParts&) const {
        paint(painter, area, theme);
    }
    virtual QString csv() const = 0;  // exactly the data drawn, C locale, with a head line
};

}  // namespace ringscope
