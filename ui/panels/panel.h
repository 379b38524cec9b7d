#pragma once

#include <QString>
#include <QWidget>

#include "ui/theme/theme.h"

namespace ringscope {

// The content of a card. What stands at the right of the card's heading is the panel's to say.
class Panel : public QWidget {
    Q_OBJECT

  public:
    enum class Tone { plain, neutral, good, bad };  // plain: small text, the others: a badge

    using QWidget::QWidget;

    virtual void set_theme(const Theme& theme) = 0;

  signals:
    void note_changed(const QString& text, ringscope::Panel::Tone tone);
};

}  // namespace ringscope
