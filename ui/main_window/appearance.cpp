#include "ui/main_window/appearance.h"

#include <QApplication>
#include <QFontInfo>
#include <QPalette>
#include <QStyle>
#include <algorithm>

#include "ui/main_window/style.h"

// Resources of a static library are linked only when asked for, from outside any namespace.
static void init_icons() { Q_INIT_RESOURCE(icons); }

namespace ringscope {

namespace {

constexpr double presentation_scale = 1.4;

}  // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent),
      // Asked before the application gets a palette of ours.
      system_is_dark_(QApplication::style()->standardPalette().color(QPalette::Window).lightness() <
                      128),
      unit_(std::clamp(QFontInfo(QApplication::font()).pixelSize(), 12, 24)) {
    init_icons();
    refresh();
}

void Appearance::choose(Choice choice) {
    choice_ = choice;
    refresh();
}

void Appearance::present(bool presenting) {
    presenting_ = presenting;
    refresh();
}

void Appearance::refresh() {
    const bool dark = choice_ == Choice::dark || (choice_ == Choice::system && system_is_dark_);
    const double unit = unit_ * (presenting_ ? presentation_scale : 1);
    theme_ = dark ? Theme::dark_theme(unit) : Theme::light(unit);
    QApplication::setPalette(palette_of(theme_));
    qApp->setStyleSheet(stylesheet_of(theme_));
    emit changed();
}

}  // namespace ringscope
