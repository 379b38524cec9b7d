#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>
#include <Qt>

class QPainter;

namespace ringscope {

// One line of text in a rectangle, cut with "…" where it is too long. Returns the width drawn.
double paint_line(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QFont& font,
                  const QColor& color, const QString& text);

double text_width(const QFont& font, const QString& text);

// Breaks text into at most `most_lines` lines of that width; the last is cut with "…" if needed.
QStringList wrapped(const QString& text, const QFont& font, double width, int most_lines);

}  // namespace ringscope
