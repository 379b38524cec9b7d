#pragma once

#include <QButtonGroup>
#include <QHash>
#include <QSet>
#include <QWidget>

#include "ui/panels/guide_content.h"
#include "ui/theme/theme.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace ringscope {

class FlopsForm;

// How far a learner has come; kept between starts.
struct LessonProgress {
    QString step;  // the one that is open
    QSet<QString> done;
    QHash<QString, QString> answers;  // what was chosen (its number) or written
};

// The lesson step by step. What a step shows is done by the window, not told only: `show_wanted`.
class GuidedLesson : public QWidget {
    Q_OBJECT

  public:
    explicit GuidedLesson(const Guide& lesson, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    const LessonProgress& progress() const { return progress_; }
    void set_progress(LessonProgress progress);
    void go_to(int number);
    int number() const { return number_; }
    int count() const { return static_cast<int>(lesson_.steps.size()); }
    // Something that was to be shown could not be.
    void tell(const QString& problem);

  signals:
    void show_wanted(const std::vector<ringscope::GuideAction>& actions);
    void progress_changed();
    void left();

  private:
    void build();
    QWidget* build_head();
    const GuideStep& step() const { return lesson_.steps[static_cast<std::size_t>(number_)]; }
    void show_step();
    void show_choices();
    void choose(int choice);
    void write();
    void show_answer();
    void finish_step();
    void show_marks();

    const Guide& lesson_;
    LessonProgress progress_;
    int number_ = 0;
    Theme theme_ = Theme::light();
    QVBoxLayout *content_, *choices_;
    QButtonGroup* group_ = nullptr;
    QToolButton *back_, *on_;
    QLabel *place_, *title_, *text_, *why_, *answer_, *problem_;
    FlopsForm* calculator_;
    QPlainTextEdit* note_;
    QPushButton* show_;
};

}  // namespace ringscope
