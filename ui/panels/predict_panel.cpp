#include "ui/panels/predict_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/figures/number_text.h"
#include "ui/panels/prediction_words.h"
#include "ui/stage/caption.h"

namespace ringscope {

namespace {

QLabel* predict_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

// The ranks' values of the bucket; empty where the frame did not keep them whole.
std::vector<std::span<const float>> vectors_of(const Frame& frame, const Bucket& bucket) {
    std::vector<std::span<const float>> values;
    for (const RankRecord& rank : frame.ranks) {
        if (!rank.gradient ||
            std::ssize(rank.gradient->whole) < bucket.offset + bucket.schedule.length)
            return {};
        values.push_back(std::span(rank.gradient->whole)
                             .subspan(static_cast<std::size_t>(bucket.offset),
                                      static_cast<std::size_t>(bucket.schedule.length)));
    }
    return values;
}

QString verdict(bool right, const QString& why, const Theme& theme) {
    return QStringLiteral("<p style=\"margin:0 0 0.5em 0\"><b style=\"color:%1\">%2</b> %3</p>")
        .arg((right ? theme.good : theme.bad).name(),
             right ? PredictPanel::tr("✓ Right.") : PredictPanel::tr("✗ No."), why.toHtmlEscaped());
}

}  // namespace

PredictPanel::PredictPanel(QWidget* parent)
    : Panel(parent),
      on_(new QCheckBox(tr("Ask me before each step"))),
      form_(new QWidget),
      step_(predict_label("heading")),
      chunk_label_(predict_label("")),
      to_label_(predict_label("")),
      value_label_(predict_label("")),
      feedback_(predict_label("feedback")),
      score_(predict_label("muted")),
      chunk_(new QComboBox),
      to_(new QComboBox),
      value_(new QLineEdit),
      check_(new QPushButton(tr("Check, and play the step"))) {
    setAccessibleName(tr("Predict"));
    on_->setObjectName(QStringLiteral("predict/on"));
    chunk_->setObjectName(QStringLiteral("predict/chunk"));
    to_->setObjectName(QStringLiteral("predict/to"));
    value_->setObjectName(QStringLiteral("predict/value"));
    check_->setObjectName(QStringLiteral("predict/check"));
    check_->setDefault(true);
    feedback_->setTextFormat(Qt::RichText);
    build();
    connect(on_, &QCheckBox::toggled, this, [this] { show_scene(scene_); });
    connect(check_, &QPushButton::clicked, this, &PredictPanel::check);
    connect(value_, &QLineEdit::returnPressed, this, &PredictPanel::check);
    for (QComboBox* list : {chunk_, to_})
        connect(list, &QComboBox::activated, this, &PredictPanel::show_value_question);
    set_theme(Theme::light());
    begin(0);
}

void PredictPanel::build() {
    chunk_->setAccessibleName(tr("The chunk that leaves"));
    to_->setAccessibleName(tr("The device that it goes to"));
    value_->setAccessibleName(tr("The value that stands there afterwards"));
    to_label_->setText(tr("Where does it go?"));
    auto* questions = new QVBoxLayout(form_);
    questions->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{chunk_label_, chunk_, to_label_, to_,
                                                           value_label_, value_, check_})
        questions->addWidget(widget);
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("scrolled"));
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{on_, step_, form_, feedback_, score_})
        all->addWidget(widget);
    all->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
}

void PredictPanel::set_theme(const Theme& theme) {
    theme_ = theme;
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(u, qRound(0.4 * theme.unit), u, u);
    form_->layout()->setSpacing(qRound(0.45 * theme.unit));
    step_->parentWidget()->layout()->setSpacing(qRound(0.9 * theme.unit));
}

void PredictPanel::begin(std::uint64_t seed) {
    seed_ = seed;
    scene_ = {};
    question_.reset();
    given_.reset();
    marks_.clear();
    feedback_->clear();
    show_scene({});
}

bool PredictPanel::asking() const { return on_->isChecked(); }
void PredictPanel::set_asking(bool asking) { on_->setChecked(asking); }

void PredictPanel::show_scene(const StageScene& scene) {
    scene_ = scene;
    if (!on_->isChecked() || !scene.info || !scene.frame || scene.info->buckets.empty())
        return close_question(on_->isChecked()
                                  ? QString()
                                  : tr("You will be asked which chunk moves, where to, and what "
                                       "stands there then. Click in the stage, or use the lists."));
    if (given_ && question_ && scene.frame->schedule_step == static_cast<int>(question_->step))
        mark_answer(scene);
    given_.reset();
    const Bucket& bucket = scene.info->buckets.front();
    const auto next = static_cast<std::size_t>(scene.frame->schedule_step + 1);
    if (vectors_of(*scene.frame, bucket).empty())
        return close_question(
            tr("The vectors are too long to be kept whole: there is nothing to check a value by."));
    if (next >= bucket.schedule.steps.size() || scene.frame->phase == FramePhase::iteration)
        return close_question(bucket.schedule.steps.empty()
                                  ? tr("There is one device: nothing will move.")
                                  : tr("That was the last step. All devices hold the sum."));
    ask(bucket.schedule, next);
}

void PredictPanel::ask(const Schedule& schedule, std::size_t step) {
    const std::optional<PredictionQuestion> question = ask_about(schedule, step, seed_);
    if (!question) return close_question(tr("Nothing moves in the next step."));
    show_score();
    form_->show();
    step_->setText(step_title(schedule, step));
    if (question_ == question) return;  // as it was left
    question_ = question;
    chunk_label_->setText(tr("Which chunk leaves %1?").arg(device_name(question->rank)));
    chunk_->clear();
    for (std::size_t c = 0; c < schedule.chunks.size(); ++c) chunk_->addItem(tr("chunk %1").arg(c));
    to_->clear();
    for (Rank r = 0; r < schedule.world_size; ++r) to_->addItem(device_name(r));
    chunk_->setCurrentIndex(-1);
    to_->setCurrentIndex(-1);
    value_->clear();
    value_->setVisible(question->value_asked);
    value_label_->setVisible(question->value_asked);
    show_value_question();
}

void PredictPanel::close_question(const QString& text) {
    question_.reset();
    form_->hide();
    step_->setText(text);
    show_score();
}

void PredictPanel::show_value_question() {
    if (!question_) return;
    const Prediction chosen = prediction();
    value_label_->setText(value_question(*question_, chosen.chunk, chosen.to));
    check_->setEnabled(chosen.chunk && chosen.to);
}

void PredictPanel::pick(int rank, int chunk) {
    if (!question_) return;
    if (rank == question_->rank)
        chunk_->setCurrentIndex(chunk);
    else
        to_->setCurrentIndex(rank);
    show_value_question();
    if (check_->isEnabled() && question_->value_asked) value_->setFocus();
}

Prediction PredictPanel::prediction() const {
    Prediction prediction;
    if (chunk_->currentIndex() >= 0) prediction.chunk = chunk_->currentIndex();
    if (to_->currentIndex() >= 0) prediction.to = to_->currentIndex();
    bool fine = false;
    const QString text = value_->text().trimmed();
    const double value = QLocale().toDouble(text, &fine);
    if (!fine) return prediction;
    prediction.value = value;
    const qsizetype point = text.indexOf(QLocale().decimalPoint());
    prediction.decimals = point < 0 ? 0 : static_cast<int>(text.size() - point - 1);
    return prediction;
}

void PredictPanel::check() {
    if (!question_ || !check_->isEnabled()) return;
    given_ = prediction();
    emit step_wanted();
}

void PredictPanel::mark_answer(const StageScene& scene) {
    const Bucket& bucket = scene.info->buckets.front();
    if (!scene.before) return;
    const auto before = vectors_of(*scene.before, bucket), after = vectors_of(*scene.frame, bucket);
    if (before.empty() || after.empty()) return;
    const PredictionMarks marks = mark(bucket.schedule, *question_, *given_, before, after);
    const Explanation why = explain(bucket.schedule, *question_, marks);
    QString text = QStringLiteral("<p style=\"margin:0 0 0.5em 0\"><b>%1</b></p>")
                       .arg(tr("%1: %2 of %3 points")
                                .arg(step_title(bucket.schedule, question_->step),
                                     integer_text(marks.points()), integer_text(marks.possible()))
                                .toHtmlEscaped());
    text += verdict(marks.chunk, why.chunk, theme_) + verdict(marks.to, why.to, theme_);
    if (marks.value_asked) text += verdict(marks.value, why.value, theme_);
    feedback_->setText(text);
    marks_[question_->step] = marks;
    question_.reset();
}

int PredictPanel::points() const {
    int sum = 0;
    for (const auto& [step, marks] : marks_) sum += marks.points();
    return sum;
}

int PredictPanel::possible() const {
    int sum = 0;
    for (const auto& [step, marks] : marks_) sum += marks.possible();
    return sum;
}

void PredictPanel::show_score() {
    const QString so_far =
        tr("%1 of %2 points").arg(integer_text(points()), integer_text(possible()));
    emit note_changed(marks_.empty() ? QString() : so_far, Tone::neutral);
    if (marks_.empty() || !scene_.info || scene_.info->buckets.empty()) return score_->clear();
    const auto steps = std::ssize(scene_.info->buckets.front().schedule.steps);
    const auto skipped = steps - std::ssize(marks_);
    const bool over = scene_.frame && scene_.frame->schedule_step + 1 >= steps;
    QString text = over ? tr("Score: %1.").arg(so_far) : tr("So far %1.").arg(so_far);
    if (over && skipped > 0)
        text += tr(" %n step(s) went by without an answer.", nullptr, static_cast<int>(skipped));
    score_->setText(text);
}

}  // namespace ringscope
