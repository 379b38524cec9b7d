#pragma once

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <filesystem>
#include <string>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

enum class ExportFormat { svg, png, csv };

// "svg", ... ; Error bad_input for others.
ExportFormat export_format(const std::string& text);
const char* extension(ExportFormat format);

struct ExportOptions {
    QSizeF size;                   // in pixels before `scale`; empty: the figure's natural size
    double scale = 1;              // png only: device pixels a pixel
    Theme theme = Theme::light();  // colours; text size follows `size`
    bool transparent = false;      // svg, png: no background
};

// The figure is laid out anew for the size, whether or not a widget shows it.
QImage render_image(const Figure& figure, const ExportOptions& options);
QByteArray render_svg(const Figure& figure, const ExportOptions& options);  // same bytes every time

// Writes one file, whole or not at all. Throws Error bad_input naming the file.
void export_figure(const Figure& figure, const std::filesystem::path& file, ExportFormat format,
                   const ExportOptions& options);

}  // namespace ringscope
