#include "ui/export/export_options.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/support/error.h"
#include "ui/figures/paint_text.h"

namespace ringscope {

namespace {

constexpr double natural_unit = 13;
constexpr double pixels_per_inch = 96, millimetres_per_inch = 25.4;

}  // namespace

ExportFormat export_format(const std::string& text) {
    for (const ExportFormat format :
         {ExportFormat::svg, ExportFormat::pdf, ExportFormat::png, ExportFormat::csv})
        if (text == extension(format)) return format;
    throw Error(ErrorCode::bad_input, "--format",
                "\"" + text + "\" is not a format for a figure; allowed are svg, pdf, png and csv");
}

const char* extension(ExportFormat format) {
    switch (format) {
        case ExportFormat::svg: return "svg";
        case ExportFormat::pdf: return "pdf";
        case ExportFormat::png: return "png";
        case ExportFormat::csv: return "csv";
    }
    return "";
}

QSizeF export_size(const Figure& figure, const ExportOptions& options) {
    return options.size.isEmpty() ? figure.natural_size() * natural_unit : options.size;
}

void set_millimetres(ExportOptions& options, const QSizeF& millimetres, double dpi) {
    options.size = millimetres * (pixels_per_inch / millimetres_per_inch);
    options.scale = dpi / pixels_per_inch;
}

void paint_page(QPainter& painter, const Figure& figure, const QSizeF& size,
                const ExportOptions& options) {
    const QSizeF natural = figure.natural_size();
    const double fitting =
        std::min(size.width() / natural.width(), size.height() / natural.height());
    const Theme theme = options.theme.with_unit(fitting * options.text_scale);
    const double margin = theme.unit;
    QRectF page(QPointF(0, 0), size);
    if (!options.transparent) painter.fillRect(page, theme.surface);
    page.adjust(margin, margin, -margin, -margin);
    if (!options.source.isEmpty()) {
        const double line = 1.3 * theme.unit;
        const QFont font = theme.font(0.72);
        const QStringList lines = wrapped(options.source, font, page.width(), 3);
        page.setBottom(page.bottom() - line * static_cast<double>(lines.size()));
        QRectF place(page.left(), page.bottom() + 0.3 * line, page.width(), line);
        for (const QString& text : lines) {
            paint_line(painter, place, Qt::AlignRight, font, theme.muted, text);
            place.translate(0, line);
        }
    }
    figure.paint_parts(painter, page, theme, options.parts);
}

QString file_name_of(const QString& title) {
    QString name;
    for (const QChar c : title.normalized(QString::NormalizationForm_KD).toLower()) {
        if (c.unicode() < 128 && c.isLetterOrNumber())
            name += c;
        else if (!name.isEmpty() && !name.endsWith('-') && !c.isMark())
            name += '-';
    }
    while (name.endsWith('-')) name.chop(1);
    return name.isEmpty() ? QStringLiteral("ringscope") : name;
}

}  // namespace ringscope
