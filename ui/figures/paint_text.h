#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <Qt>

class QPainter;

namespace ringscope {

// One line of text in a rectangle, cut with "…" where it is too long. Returns the width drawn.
double paint_line(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QFont& font,
                  const QColor& color, const QString& text);

double text_width(const QFont& font, const QString& text);

// The first of the texts that is no wider; empty when none is. Give the fullest first: half a word
// tells nothing.
QString fitting(const QFont& font, double width, const QStringList& texts);

// Of "a · b · c" as many parts as fit, from the first; one that is too long alone is cut with "…".
QString fitting_parts(const QFont& font, double width, const QString& text);

// Breaks text into at most `most_lines` lines of that width; the last is cut with "…" if needed.
QStringList wrapped(const QString& text, const QFont& font, double width, int most_lines);

}  // namespace ringscope
