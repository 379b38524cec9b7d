#include "ui/theme/theme.h"

#include <array>
#include <cmath>

namespace ringscope {

namespace {

// Okabe and Ito, "Color Universal Design" (2008), in the order of the lesson's figures; yellow and
// black are toned so that both read on white and on dark.
constexpr std::array<QRgb, 8> rank_colors = {0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                             0xff56b4e9, 0xffd55e00, 0xffc2b000, 0xff6b7280};
constexpr std::array<Qt::BrushStyle, 8> rank_patterns = {
    Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense3Pattern, Qt::HorPattern,
    Qt::VerPattern,   Qt::FDiagPattern, Qt::CrossPattern,  Qt::DiagCrossPattern};

double channel(double value) {
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// Relative luminance, WCAG 2.1.
double luminance(const QColor& c) {
    return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}

QColor mix(const QColor& a, const QColor& b, double share_of_b) {
    const auto blend = [&](double x, double y) {
        return static_cast<float>(x + (y - x) * share_of_b);
    };
    return QColor::fromRgbF(blend(a.redF(), b.redF()), blend(a.greenF(), b.greenF()),
                            blend(a.blueF(), b.blueF()));
}

void set_fonts(Theme& theme, double unit) {
    theme.unit = unit;
    theme.sans = QFont(QStringList{"Inter", "DejaVu Sans", "Noto Sans", "Segoe UI", "sans-serif"});
    theme.sans.setStyleHint(QFont::SansSerif);
    theme.mono = QFont(QStringList{"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Menlo",
                                   "Consolas", "monospace"});
    theme.mono.setStyleHint(QFont::Monospace);
    for (QFont* font : {&theme.sans, &theme.mono}) {
        font->setPixelSize(std::max(1, static_cast<int>(std::lround(unit))));
        // Glyphs keep their proportions at any scale, so exports look like the screen.
        font->setHintingPreference(QFont::PreferNoHinting);
    }
}

QFont sized(QFont font, double pixels, bool bold) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    return font;
}

}  // namespace

QColor Theme::rank_color(Rank rank) const {
    const QColor base = QColor(rank_colors[static_cast<std::size_t>(rank) % rank_colors.size()]);
    const int round = rank / static_cast<int>(rank_colors.size());
    const QColor seen = dark ? mix(base, Qt::white, 0.18) : base;
    // Every further eight ranks: darker, lighter, darker still, ...
    const int times = (round + 1) / 2;
    const double share = std::min(0.55, 0.18 * times);
    return round == 0 ? seen : mix(seen, round % 2 == 1 ? Qt::black : Qt::white, share);
}

QBrush Theme::rank_brush(Rank rank) const {
    return {rank_color(rank), rank_patterns[static_cast<std::size_t>(rank) % rank_patterns.size()]};
}

QColor Theme::memory_color(MemoryCategory category) const {
    switch (category) {
        case MemoryCategory::parameters: return dark ? 0xff6f93c4 : 0xff4c6a92;
        case MemoryCategory::gradients: return dark ? 0xff8fb3dc : 0xff7fa3cc;
        case MemoryCategory::optimizer_state: return dark ? 0xffc3d5ec : 0xffb9cde6;
        case MemoryCategory::activations: return dark ? 0xffd9b878 : 0xffe3c48d;
        case MemoryCategory::input: return dark ? 0xff9fb586 : 0xffb5c69c;
        case MemoryCategory::communication: return 0xffc98b6b;
    }
    return border;
}

QColor Theme::phase_color(FramePhase phase) const {
    const auto tone = [this](QRgb light) {
        const QColor color = QColor(light);
        return dark ? mix(color, QColor(0xff1c2128), 0.62) : color;
    };
    switch (phase) {
        case FramePhase::start:
        case FramePhase::shard: return tone(0xffdad8d1);
        case FramePhase::forward: return tone(0xffbfd3f2);
        case FramePhase::backward: return tone(0xff9dbbe8);
        case FramePhase::weight: return tone(0xff8fb6d9);
        case FramePhase::reduce_scatter:
        case FramePhase::reduce:
        case FramePhase::exchange: return tone(0xfff3ce92);
        case FramePhase::all_gather:
        case FramePhase::broadcast: return tone(0xffa5d8c0);
        case FramePhase::divide: return tone(0xffe6dba3);
        case FramePhase::update: return tone(0xffd6c3e2);
        case FramePhase::equality: return tone(0xffc2e5ca);
        case FramePhase::iteration: return tone(0xffc7cfda);
    }
    return border;
}

QColor Theme::on_color(const QColor& fill) const {
    const QColor ink(0xff1f2328);
    const double light = luminance(fill);
    const bool dark_ink = (light + 0.05) / (luminance(ink) + 0.05) >= 1.05 / (light + 0.05);
    return dark_ink ? ink : QColor(Qt::white);
}

Theme Theme::with_unit(double new_unit) const {
    Theme theme = *this;
    set_fonts(theme, new_unit);
    return theme;
}

QFont Theme::font(double size_in_units, bool bold) const {
    return sized(sans, unit * size_in_units, bold);
}

QFont Theme::mono_font(double size_in_units, bool bold) const {
    return sized(mono, unit * size_in_units, bold);
}

Theme Theme::light(double unit) {
    Theme t;
    set_fonts(t, unit);
    t.window = 0xfff6f5f2;
    t.surface = 0xffffffff;
    t.sunken = 0xfff7f6f3;
    t.border = 0xffe1e0db;
    t.strong_border = 0xffcfcdc6;
    t.text = 0xff1f2328;
    t.muted = 0xff5f6670;
    t.faint = 0xffb9b7af;
    t.accent = 0xff2f6fde;
    t.on_accent = 0xffffffff;
    t.accent_soft = 0xffeaf1fd;
    t.good = 0xff17742f;
    t.good_soft = 0xffe6f4ea;
    t.bad = 0xffb3261e;
    t.bad_soft = 0xfffbeae8;
    t.warning = 0xff8a5a00;
    t.warning_soft = 0xfffdf3dc;
    return t;
}

Theme Theme::dark_theme(double unit) {
    Theme t;
    t.dark = true;
    set_fonts(t, unit);
    t.window = 0xff14171c;
    t.surface = 0xff1c2128;
    t.sunken = 0xff232931;
    t.border = 0xff333a44;
    t.strong_border = 0xff4b5460;
    t.text = 0xffe8ecf1;
    t.muted = 0xffa8b1bd;
    t.faint = 0xff66707d;
    t.accent = 0xff7aa9ff;
    t.on_accent = 0xff0d1420;
    t.accent_soft = 0xff24344f;
    t.good = 0xff66d28d;
    t.good_soft = 0xff1d3827;
    t.bad = 0xffff8f85;
    t.bad_soft = 0xff442523;
    t.warning = 0xfff0bd55;
    t.warning_soft = 0xff3d3119;
    return t;
}

Theme Theme::print(double unit) {
    Theme t = light(unit);
    t.window = t.surface = 0xffffffff;
    t.sunken = 0xfff4f4f4;
    t.border = 0xffc8c8c8;
    t.strong_border = 0xffa0a0a0;
    t.text = 0xff000000;
    t.muted = 0xff444444;
    t.faint = 0xff909090;
    return t;
}

}  // namespace ringscope
