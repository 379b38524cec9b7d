#pragma once

#include "ui/panels/guided_lesson.h"
#include "ui/panels/panel.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ringscope {

// What the open scenario is about, in its own words; and the lesson, step by step.
class LessonPanel : public Panel {
    Q_OBJECT

  public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_text(const QString& title, const QString& text);
    void show_guide(bool guide);
    GuidedLesson& guide() { return *guide_; }

  private:
    QWidget* build_scenario();
    void name_start();

    QLabel *title_, *text_;
    QPushButton* start_;
    GuidedLesson* guide_;
    QStackedWidget* pages_;
};

}  // namespace ringscope
