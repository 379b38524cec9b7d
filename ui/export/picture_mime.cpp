#include "ui/export/picture_mime.h"

#include <QPainter>

#include "ui/export/image_export.h"

namespace ringscope {

std::unique_ptr<QMimeData> picture_mime(const Figure& figure, const ExportOptions& options) {
    auto mime = std::make_unique<QMimeData>();
    mime->setImageData(render_image(figure, options));
    mime->setData(QStringLiteral("image/svg+xml"), render_svg(figure, options));
    return mime;
}

std::unique_ptr<QMimeData> svg_mime(const Figure& figure, const ExportOptions& options) {
    auto mime = std::make_unique<QMimeData>();
    const QByteArray svg = render_svg(figure, options);
    mime->setData(QStringLiteral("image/svg+xml"), svg);
    mime->setText(QString::fromUtf8(svg));
    return mime;
}

void print_figure(QPrinter& printer, const Figure& figure, const QString& source) {
    ExportOptions options;
    options.theme = Theme::print();
    options.source = source;
    QPainter painter(&printer);
    const QRectF page = printer.pageRect(QPrinter::DevicePixel);
    const double dots = printer.resolution() / 96.0;
    painter.scale(dots, dots);
    const QSizeF room = page.size() / dots, natural = figure.natural_size();
    // As large as fits, but not a poster of large letters: at most twice the natural size.
    const double unit =
        std::min({room.width() / natural.width(), room.height() / natural.height(), 26.0});
    const QSizeF size = natural * unit;
    painter.translate((room.width() - size.width()) / 2, 0);
    paint_page(painter, figure, size, options);
}

}  // namespace ringscope
