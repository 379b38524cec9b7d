#include "ui/export/image_export.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "core/support/atomic_file.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

constexpr double natural_unit = 13;

QSizeF size_of(const Figure& figure, const ExportOptions& options) {
    return options.size.isEmpty() ? figure.natural_size() * natural_unit : options.size;
}

void paint_page(QPainter& painter, const Figure& figure, const QSizeF& size,
                const ExportOptions& options) {
    const QSizeF natural = figure.natural_size();
    const double unit = std::min(size.width() / natural.width(), size.height() / natural.height());
    const Theme theme = options.theme.with_unit(unit);
    const QRectF page(QPointF(0, 0), size);
    if (!options.transparent) painter.fillRect(page, theme.surface);
    const double margin = unit;
    figure.paint(painter, page.adjusted(margin, margin, -margin, -margin), theme);
}

QByteArray encoded_png(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

}  // namespace

ExportFormat export_format(const std::string& text) {
    for (const ExportFormat format : {ExportFormat::svg, ExportFormat::png, ExportFormat::csv})
        if (text == extension(format)) return format;
    throw Error(ErrorCode::bad_input, "--format",
                "\"" + text + "\" is not a format; allowed are svg, png and csv");
}

const char* extension(ExportFormat format) {
    switch (format) {
        case ExportFormat::svg: return "svg";
        case ExportFormat::png: return "png";
        case ExportFormat::csv: return "csv";
    }
    return "";
}

QImage render_image(const Figure& figure, const ExportOptions& options) {
    const QSizeF size = size_of(figure, options);
    QImage image(static_cast<int>(std::lround(size.width() * options.scale)),
                 static_cast<int>(std::lround(size.height() * options.scale)),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw Error(ErrorCode::bad_input, "export",
                    "a picture of " + std::to_string(std::lround(size.width() * options.scale)) +
                        " x " + std::to_string(std::lround(size.height() * options.scale)) +
                        " pixels cannot be made",
                    "choose a smaller size or scale");
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(options.scale, options.scale);
    paint_page(painter, figure, size, options);
    painter.end();
    return image;
}

QByteArray render_svg(const Figure& figure, const ExportOptions& options) {
    const QSizeF size = size_of(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);  // text has half the size without it
    generator.setSize(QSize(static_cast<int>(std::lround(size.width())),
                            static_cast<int>(std::lround(size.height()))));
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(figure.title());
    generator.setDescription(figure.description());
    QPainter painter(&generator);
    paint_page(painter, figure, size, options);
    painter.end();
    return bytes;
}

void export_figure(const Figure& figure, const std::filesystem::path& file, ExportFormat format,
                   const ExportOptions& options) {
    QByteArray bytes;
    switch (format) {
        case ExportFormat::svg: bytes = render_svg(figure, options); break;
        case ExportFormat::png: bytes = encoded_png(render_image(figure, options)); break;
        case ExportFormat::csv: bytes = figure.csv().toUtf8(); break;
    }
    write_file(file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace ringscope
