#pragma once

#include <QMimeData>
#include <QPrinter>
#include <memory>

#include "ui/export/export_options.h"

namespace ringscope {

// A figure for other programs: as a picture, and as SVG under its own type.
std::unique_ptr<QMimeData> picture_mime(const Figure& figure, const ExportOptions& options);
// SVG alone, as text too: for editors that would else take the picture.
std::unique_ptr<QMimeData> svg_mime(const Figure& figure, const ExportOptions& options);

// Fills the printer's page, in the palette for paper.
void print_figure(QPrinter& printer, const Figure& figure, const QString& source);

}  // namespace ringscope
