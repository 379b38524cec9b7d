#include "ui/export/image_export.h"

#include <QBuffer>
#include <QFontInfo>
#include <QPainter>
#include <QRegularExpression>
#include <QStringList>
#include <QSvgGenerator>
#include <cmath>

#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "ui/export/pdf_export.h"

namespace ringscope {

namespace {

constexpr double most_pixels = 100e6;

QSize pixels_of(const QSizeF& size) {
    return {static_cast<int>(std::lround(size.width())),
            static_cast<int>(std::lround(size.height()))};
}

// What Qt writes without need: values that are the default anyway, and the font on every group,
// though every text has its own. It is half of the file.
void tidy_svg(QByteArray& svg) {
    static const QRegularExpression group_font(
        QStringLiteral("\nfont-family=\"[^\"]*\" font-size=\"[^\"]*\" font-weight=\"[^\"]*\" "
                       "font-style=\"[^\"]*\" \n>"));
    svg = QString::fromUtf8(svg).replace(group_font, QStringLiteral(">")).toUtf8();
    for (const char* needless : {" vector-effect=\"none\"", " fill-opacity=\"1\"",
                                 " stroke-opacity=\"1\"", " transform=\"matrix(1,0,0,1,0,0)\""})
        svg.replace(needless, "");
}

// Qt writes the first family that was wished for. What was measured with is the one that this
// machine has; a machine without it falls back to one that is as wide, or at least of the same
// kind.
void name_fonts(QByteArray& svg, const QFont& wished, QStringList fallback) {
    const QString first = wished.families().value(0), used = QFontInfo(wished).family();
    fallback.removeAll(used);
    fallback.prepend(used);
    svg.replace(
        QStringLiteral("font-family=\"%1\"").arg(first).toUtf8(),
        QStringLiteral("font-family=\"%1\"").arg(fallback.join(QStringLiteral(", "))).toUtf8());
}

}  // namespace

QImage render_image(const Figure& figure, const ExportOptions& options) {
    const QSizeF size = export_size(figure, options);
    const double width = std::round(size.width() * options.scale),
                 height = std::round(size.height() * options.scale);
    const auto refuse = [&] {
        throw Error(ErrorCode::bad_input, "export",
                    "a picture of " + QString::number(width, 'f', 0).toStdString() + " x " +
                        QString::number(height, 'f', 0).toStdString() +
                        " pixels cannot be made; at most 100 million are allowed",
                    "Choose a smaller size or scale, or SVG or PDF, which have no pixels");
    };
    if (width < 1 || height < 1 || width * height > most_pixels) refuse();
    QImage image(static_cast<int>(width), static_cast<int>(height),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) refuse();
    constexpr double dots_per_metre = 96 / 0.0254;
    image.setDotsPerMeterX(static_cast<int>(std::lround(dots_per_metre * options.scale)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(options.scale, options.scale);
    paint_page(painter, figure, size, options);
    painter.end();
    return image;
}

QByteArray render_png(const Figure& figure, const ExportOptions& options) {
    QImage image = render_image(figure, options);
    if (!options.transparent) image.convertTo(QImage::Format_RGB32);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray render_svg(const Figure& figure, const ExportOptions& options) {
    const QSizeF size = export_size(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);  // text has half the size without it
    generator.setSize(pixels_of(size));
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(figure.title());
    generator.setDescription(figure.description());
    QPainter painter(&generator);
    paint_page(painter, figure, size, options);
    painter.end();
    tidy_svg(bytes);
    name_fonts(bytes, options.theme.sans, {"DejaVu Sans", "Verdana", "sans-serif"});
    name_fonts(bytes, options.theme.mono, {"DejaVu Sans Mono", "Menlo", "Consolas", "monospace"});
    return bytes;
}

QByteArray render(const Figure& figure, ExportFormat format, const ExportOptions& options) {
    switch (format) {
        case ExportFormat::svg: return render_svg(figure, options);
        case ExportFormat::pdf: return render_pdf(figure, options);
        case ExportFormat::png: return render_png(figure, options);
        case ExportFormat::csv: return figure.csv().toUtf8();
    }
    return {};
}

void export_figure(const Figure& figure, const std::filesystem::path& file, ExportFormat format,
                   const ExportOptions& options) {
    const QByteArray bytes = render(figure, format, options);
    write_file(file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

}  // namespace ringscope
