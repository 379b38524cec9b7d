#pragma once

#include <QByteArray>
#include <QImage>
#include <filesystem>

#include "ui/export/export_options.h"

namespace ringscope {

// All of these give the same bytes for the same figure and options on one machine.
// Throws Error bad_input for a picture of more than 100 million pixels.
QImage render_image(const Figure& figure, const ExportOptions& options);
QByteArray render_png(const Figure& figure, const ExportOptions& options);
QByteArray render_svg(const Figure& figure, const ExportOptions& options);
// The figure in one of the formats, as the bytes of a file.
QByteArray render(const Figure& figure, ExportFormat format, const ExportOptions& options);

// Writes one file, whole or not at all. Throws Error bad_input naming the file.
void export_figure(const Figure& figure, const std::filesystem::path& file, ExportFormat format,
                   const ExportOptions& options);

}  // namespace ringscope
