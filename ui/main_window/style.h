#pragma once

#include <QPalette>
#include <QString>

#include "ui/theme/theme.h"

namespace ringscope {

// The one place where widgets get their colours, corners and distances; all from the theme.
QPalette palette_of(const Theme& theme);

// Object names it knows: QFrame#card, QFrame#card_head, QFrame#card_body, QFrame#banner,
// QLabel#title, QLabel#heading, QLabel#muted, QLabel#problem, QLabel#badge (property "tone": good,
// bad, neutral), QToolButton#primary, QToolButton#transport, QTabBar#views.
QString stylesheet_of(const Theme& theme);

}  // namespace ringscope
