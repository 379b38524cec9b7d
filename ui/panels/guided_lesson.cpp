#include "ui/panels/guided_lesson.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/flops_form.h"

namespace ringscope {

namespace {

QLabel* lesson_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString spaced(const QString& text) {
    return QStringLiteral("<p style=\"line-height:135%; margin:0\">") + text.toHtmlEscaped() +
           QStringLiteral("</p>");
}

// A radio button whose text wraps.
class ChoiceRow : public QWidget {
  public:
    explicit ChoiceRow(const QString& text) : button(new QRadioButton), words_(new QLabel(text)) {
        button->setAccessibleName(text);
        words_->setWordWrap(true);
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(words_, 1);
    }

    QRadioButton* const button;

  protected:
    void mousePressEvent(QMouseEvent*) override { button->click(); }

  private:
    QLabel* words_;
};

}  // namespace

GuidedLesson::GuidedLesson(const Guide& lesson, QWidget* parent)
    : QWidget(parent),
      lesson_(lesson),
      content_(new QVBoxLayout),
      choices_(new QVBoxLayout),
      back_(new QToolButton),
      on_(new QToolButton),
      place_(lesson_label("muted")),
      title_(lesson_label("title")),
      text_(lesson_label("lesson/text")),
      why_(lesson_label("lesson/why")),
      answer_(lesson_label("lesson/answer")),
      problem_(lesson_label("problem")),
      calculator_(new FlopsForm),
      note_(new QPlainTextEdit),
      show_(new QPushButton) {
    build();
    connect(back_, &QToolButton::clicked, this, [this] { go_to(number_ - 1); });
    connect(on_, &QToolButton::clicked, this, [this] { go_to(number_ + 1); });
    connect(show_, &QPushButton::clicked, this, &GuidedLesson::show_answer);
    connect(note_, &QPlainTextEdit::textChanged, this, &GuidedLesson::write);
    show_step();
}

void GuidedLesson::build() {
    show_->setObjectName(QStringLiteral("lesson/show"));
    note_->setObjectName(QStringLiteral("lesson/note"));
    note_->setAccessibleName(tr("Your prediction"));
    note_->setTabChangesFocus(true);
    note_->setPlaceholderText(tr("one sentence"));
    auto* inside = new QWidget;
    inside->setObjectName(QStringLiteral("scrolled"));
    inside->setLayout(content_);
    content_->setContentsMargins(0, 0, 0, 0);
    content_->addWidget(title_);
    content_->addWidget(text_);
    content_->addWidget(calculator_);
    content_->addLayout(choices_);
    content_->addWidget(note_);
    for (QWidget* widget : std::initializer_list<QWidget*>{why_, show_, answer_, problem_})
        content_->addWidget(widget);
    content_->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(build_head());
    layout->addWidget(scroll, 1);
}

QWidget* GuidedLesson::build_head() {
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    back_->setObjectName(QStringLiteral("quiet"));
    back_->setText(QStringLiteral("‹"));
    back_->setToolTip(tr("The step before"));
    on_->setObjectName(QStringLiteral("quiet"));
    on_->setText(QStringLiteral("›"));
    on_->setToolTip(tr("The next step"));
    for (QToolButton* button : {back_, on_}) button->setAccessibleName(button->toolTip());
    auto* leave = new QToolButton;
    leave->setObjectName(QStringLiteral("quiet"));
    leave->setText(QStringLiteral("✕"));
    leave->setToolTip(tr("Leave the lesson: about this scenario"));
    leave->setAccessibleName(leave->toolTip());
    connect(leave, &QToolButton::clicked, this, &GuidedLesson::left);
    row->addWidget(back_);
    row->addWidget(place_, 1);
    row->addWidget(on_);
    row->addWidget(leave);
    return head;
}

void GuidedLesson::set_theme(const Theme& theme) {
    theme_ = theme;
    content_->setSpacing(qRound(0.8 * theme.unit));
    choices_->setSpacing(qRound(0.6 * theme.unit));
    note_->setFixedHeight(qRound(5.5 * theme.unit));
}

void GuidedLesson::set_progress(LessonProgress progress) {
    progress_ = std::move(progress);
    const auto found = std::find_if(lesson_.steps.begin(), lesson_.steps.end(),
                                    [&](const GuideStep& one) { return one.id == progress_.step; });
    number_ = found == lesson_.steps.end() ? 0 : static_cast<int>(found - lesson_.steps.begin());
    show_step();
}

void GuidedLesson::go_to(int number) {
    number_ = std::clamp(number, 0, count() - 1);
    progress_.step = step().id;
    show_step();
    emit progress_changed();
}

void GuidedLesson::show_step() {
    const GuideStep& now = step();
    title_->setText(now.title);
    text_->setText(spaced(now.text));
    calculator_->setVisible(now.kind == GuideStep::Kind::calculate);
    const QSignalBlocker quiet(note_);
    note_->setPlainText(now.kind == GuideStep::Kind::write ? progress_.answers.value(now.id)
                                                           : QString());
    note_->setVisible(now.kind == GuideStep::Kind::write);
    show_->setText(now.show.empty() ? tr("Tell me") : tr("Show me"));
    why_->hide();
    answer_->hide();
    problem_->hide();
    show_choices();
    show_marks();
}

void GuidedLesson::show_choices() {
    while (QLayoutItem* item = choices_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    delete group_;
    group_ = new QButtonGroup(this);
    for (qsizetype i = 0; i < step().choices.size(); ++i) {
        auto* row = new ChoiceRow(step().choices[i].text);
        row->button->setObjectName(QStringLiteral("lesson/choice%1").arg(i));
        group_->addButton(row->button, static_cast<int>(i));
        choices_->addWidget(row);
    }
    connect(group_, &QButtonGroup::idClicked, this, &GuidedLesson::choose);
    if (!progress_.answers.contains(step().id) || step().choices.isEmpty()) return;
    const int chosen = progress_.answers.value(step().id).toInt();
    if (QAbstractButton* button = group_->button(chosen)) {
        button->setChecked(true);
        choose(chosen);
    }
}

void GuidedLesson::choose(int choice) {
    const GuideChoice& chosen = step().choices[choice];
    why_->setText(QStringLiteral("<b style=\"color:%1\">%2</b> %3")
                      .arg((chosen.right ? theme_.good : theme_.bad).name(),
                           chosen.right ? tr("✓ Right.") : tr("✗ Not this."),
                           chosen.why.toHtmlEscaped()));
    why_->show();
    if (progress_.answers.value(step().id) == QString::number(choice)) return;
    progress_.answers[step().id] = QString::number(choice);
    if (chosen.right) progress_.done.insert(step().id);
    show_marks();
    emit progress_changed();
}

void GuidedLesson::write() {
    progress_.answers[step().id] = note_->toPlainText();
    show_marks();
    emit progress_changed();
}

void GuidedLesson::show_answer() {
    answer_->setText(spaced(step().answer));
    answer_->show();
    problem_->hide();
    // A question is done with the right answer.
    if (step().kind != GuideStep::Kind::choose) progress_.done.insert(step().id);
    show_marks();
    emit progress_changed();
    if (!step().show.empty()) emit show_wanted(step().show);
}

void GuidedLesson::tell(const QString& problem) {
    problem_->setText(problem);
    problem_->show();
}

void GuidedLesson::show_marks() {
    const QString tick = progress_.done.contains(step().id) ? tr(" · done ✓") : QString();
    place_->setText(tr("step %1 of %2%3").arg(number_ + 1).arg(count()).arg(tick));
    back_->setEnabled(number_ > 0);
    on_->setEnabled(number_ + 1 < count());
    // First the own words, then the answer.
    show_->setEnabled(step().kind != GuideStep::Kind::write ||
                      !note_->toPlainText().trimmed().isEmpty());
}

}  // namespace ringscope
