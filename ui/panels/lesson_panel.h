#pragma once

#include "ui/panels/panel.h"

class QLabel;

namespace ringscope {

// What the open scenario is about, in its own words.
class LessonPanel : public Panel {
    Q_OBJECT

  public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_text(const QString& title, const QString& text);

  private:
    QLabel *title_, *text_;
};

}  // namespace ringscope
