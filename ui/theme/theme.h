#pragma once

#include <QBrush>
#include <QColor>
#include <QFont>

#include "core/trace/frame.h"

namespace ringscope {

// Every colour, font and distance on screen and in exports. Nothing else names a colour or a pixel.
struct Theme {
    bool dark = false;
    double unit = 13;  // one font size in painter units: all distances are multiples of it

    QColor window, surface, sunken, border, strong_border;
    QColor text, muted, faint;
    QColor accent, on_accent, accent_soft;
    QColor good, good_soft, bad, bad_soft, warning, warning_soft;
    QFont sans, mono;  // pixel size is `unit`

    QColor rank_color(
        Rank rank) const;  // Okabe-Ito first, colour-blind-safe; repeats with other lightness
    QBrush rank_brush(Rank rank) const;  // colour and pattern: a second channel beside the colour
    QColor memory_color(MemoryCategory category) const;
    QColor phase_color(FramePhase phase) const;
    QColor on_color(
        const QColor& fill) const;  // text on a filled patch: dark or white, whichever reads

    // The same colours with another size of text.
    Theme with_unit(double new_unit) const;

    QFont font(double size_in_units, bool bold = false) const;
    QFont mono_font(double size_in_units, bool bold = false) const;

    static Theme light(double unit = 13);
    static Theme dark_theme(double unit = 13);
    static Theme print(double unit = 13);  // light on white, for paper
};

}  // namespace ringscope
