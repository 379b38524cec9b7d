#pragma once

#include <QObject>

#include "ui/theme/theme.h"

namespace ringscope {

// Light or dark, and how large: the window's theme. Sets the application's palette and style sheet.
class Appearance : public QObject {
    Q_OBJECT

  public:
    enum class Choice { system, light, dark };
    Q_ENUM(Choice)

    explicit Appearance(QObject* parent = nullptr);

    const Theme& theme() const { return theme_; }
    Choice choice() const { return choice_; }
    bool presenting() const { return presenting_; }

    void choose(Choice choice);
    void present(bool presenting);  // text that the last row can read

  signals:
    void changed();

  private:
    void refresh();

    Choice choice_ = Choice::system;
    bool presenting_ = false;
    bool system_is_dark_;
    double unit_;  // text size of the desktop in pixels
    Theme theme_;
};

}  // namespace ringscope
