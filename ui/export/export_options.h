#pragma once

#include <QSizeF>
#include <QString>
#include <string>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

enum class ExportFormat { svg, pdf, png, csv };

// "svg", ... ; Error bad_input for others.
ExportFormat export_format(const std::string& text);
const char* extension(ExportFormat format);

// How a figure becomes a picture. It is laid out anew for the size, whether or not a widget shows
// it.
struct ExportOptions {
    QSizeF size;                   // in pixels of 1/96 inch before `scale`; empty: the natural size
    double scale = 1;              // png and animations: device pixels a pixel
    double text_scale = 1;         // larger text on the same page
    Theme theme = Theme::light();  // colours; the text follows size and text_scale
    bool transparent = false;      // no background
    FigureParts parts;
    QString source;  // a line at the foot: where the figure comes from; empty: none
};

// The size that a figure gets.
QSizeF export_size(const Figure& figure, const ExportOptions& options);

// A size on paper: `size` and `scale` so that a png has that many millimetres at that many dots an
// inch. svg and pdf have the millimetres too.
void set_millimetres(ExportOptions& options, const QSizeF& millimetres, double dpi);

// Paints the whole page at `size`: background, figure, source line.
void paint_page(QPainter& painter, const Figure& figure, const QSizeF& size,
                const ExportOptions& options);

// "four-devices-four-numbers": a title as part of a file's name, in letters that every system
// takes.
QString file_name_of(const QString& title);

}  // namespace ringscope
