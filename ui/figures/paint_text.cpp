#include "ui/figures/paint_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

namespace ringscope {

double text_width(const QFont& font, const QString& text) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

double paint_line(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QFont& font,
                  const QColor& color, const QString& text) {
    const QFontMetricsF metrics(font);
    QString shown = text;
    double width = metrics.horizontalAdvance(shown);
    if (width > area.width() + 0.5) {
        shown = metrics.elidedText(text, Qt::ElideRight, area.width());
        width = metrics.horizontalAdvance(shown);
    }
    if (shown.isEmpty()) return 0;
    double x = area.left();
    if (alignment & Qt::AlignRight) x = area.right() - width;
    if (alignment & Qt::AlignHCenter) x = area.center().x() - width / 2;
    // Numbers and capitals look centred when their own height is, not the line's.
    double y = area.center().y() + metrics.capHeight() / 2;
    if (alignment & Qt::AlignTop) y = area.top() + metrics.ascent();
    if (alignment & Qt::AlignBottom) y = area.bottom() - metrics.descent();
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(x, y), shown);
    return width;
}

QString fitting(const QFont& font, double width, const QStringList& texts) {
    for (const QString& text : texts)
        if (text_width(font, text) <= width) return text;
    return {};
}

QString fitting_parts(const QFont& font, double width, const QString& text) {
    const QString dot = QStringLiteral(" · ");
    QStringList parts = text.split(dot);
    while (parts.size() > 1 && text_width(font, parts.join(dot)) > width) parts.removeLast();
    return parts.join(dot);
}

QStringList wrapped(const QString& text, const QFont& font, double width, int most_lines) {
    const QFontMetricsF metrics(font);
    QStringList lines;
    // Two sentences that need two lines read best with one on each.
    const qsizetype stop = text.indexOf(QStringLiteral(". "));
    if (stop > 0 && most_lines == 2 && metrics.horizontalAdvance(text) > width) {
        const QString first = text.left(stop + 1), second = text.mid(stop + 2);
        if (metrics.horizontalAdvance(first) <= width && metrics.horizontalAdvance(second) <= width)
            return {first, second};
    }
    QString line;
    const QStringList words = text.split(' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString longer = line.isEmpty() ? words[i] : line + ' ' + words[i];
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
        } else if (lines.size() + 1 == most_lines) {
            line = metrics.elidedText(line + ' ' + words.mid(i).join(' '), Qt::ElideRight, width);
            break;
        } else {
            lines << line;
            line = words[i];
        }
    }
    if (!line.isEmpty()) lines << metrics.elidedText(line, Qt::ElideRight, width);
    return lines;
}

}  // namespace ringscope
