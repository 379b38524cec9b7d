#pragma once

#include <QColor>
#include <QIcon>

namespace ringscope {

enum class Glyph { first, back, play, pause, forward, end };

// A transport symbol in that colour, drawn for any size and device pixel ratio; `faint` is its
// colour when disabled.
QIcon glyph_icon(Glyph glyph, const QColor& color, const QColor& faint);

// Ringscope's own: four devices on a ring.
// A switch that is on or off, as the button's checked state says.
QIcon switch_icon(const QColor& on, const QColor& off, const QColor& knob);

QIcon program_icon();

}  // namespace ringscope
