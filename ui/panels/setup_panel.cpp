#include "ui/panels/setup_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/panels/spec_form.h"
#include "ui/panels/vectors_form.h"

namespace ringscope {

namespace {

QScrollArea* scrolled(QWidget* content) {
    content->setObjectName(QStringLiteral("scrolled"));
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    return area;
}

QLabel* wrapping_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

}  // namespace

SetupPanel::SetupPanel(Check check, QWidget* parent)
    : Panel(parent),
      check_(std::move(check)),
      forms_(new QStackedWidget),
      spec_(new SpecForm),
      vectors_(new VectorsForm),
      placement_choice_(new QComboBox),
      placement_text_(wrapping_label("muted")),
      problem_(wrapping_label("problem")),
      cost_(wrapping_label("muted")),
      apply_(new QPushButton(tr("Apply"))),
      revert_(new QPushButton(tr("Revert"))) {
    setAccessibleName(tr("Setup"));
    forms_->addWidget(scrolled(spec_));
    forms_->addWidget(scrolled(vectors_));
    placement_choice_->addItem(tr("the best there is"), -1);
    placement_choice_->addItem(tr("a device a rank"), static_cast<int>(PlacementKind::devices));
    placement_choice_->addItem(tr("partitions of a device"),
                               static_cast<int>(PlacementKind::partition));
    placement_choice_->addItem(tr("all on one device"), static_cast<int>(PlacementKind::shared));
    placement_choice_->setAccessibleName(tr("Placement"));
    placement_choice_->setObjectName(QStringLiteral("placement"));
    placement_choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    placement_choice_->setMinimumContentsLength(8);
    apply_->setObjectName(QStringLiteral("primary"));
    cost_->setText(
        tr("Apply starts the run anew. The recording so far is kept until you save or "
           "discard it."));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(apply_, 1);
    buttons->addWidget(revert_, 1);
    auto* layout = new QVBoxLayout(this);
    auto* placement_heading = wrapping_label("heading");
    placement_heading->setText(tr("Placement"));
    layout->addWidget(forms_, 1);
    layout->addWidget(placement_heading);
    for (QWidget* widget :
         {static_cast<QWidget*>(placement_choice_), static_cast<QWidget*>(placement_text_),
          static_cast<QWidget*>(problem_), static_cast<QWidget*>(cost_)})
        layout->addWidget(widget);
    layout->addLayout(buttons);
    problem_->hide();
    connect(spec_, &SpecForm::changed, this, &SetupPanel::check_edits);
    connect(vectors_, &VectorsForm::changed, this, &SetupPanel::check_edits);
    connect(placement_choice_, &QComboBox::activated, this, &SetupPanel::check_edits);
    connect(apply_, &QPushButton::clicked, this, &SetupPanel::apply);
    connect(revert_, &QPushButton::clicked, this, &SetupPanel::revert);
}

void SetupPanel::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    // The forms bring their own margins, so that the scroll bar is at the card's edge.
    spec_->set_theme(theme);
    vectors_->set_theme(theme);
    spec_->layout()->setContentsMargins(0, 0, qRound(0.4 * theme.unit), 0);
    vectors_->layout()->setContentsMargins(0, 0, qRound(0.4 * theme.unit), 0);
}

void SetupPanel::show_session(const nlohmann::json& session,
                              std::optional<PlacementKind> placement) {
    session_ = session;
    placement_ = placement;
    revert();
}

// To be mended and applied again.
void SetupPanel::show_edits(const nlohmann::json& session) {
    if (session.contains("spec") != session_.contains("spec")) return;
    if (session.contains("spec"))
        spec_->load(session["spec"]);
    else
        vectors_->load(session);
    check_edits();
}

void SetupPanel::show_placement(const QString& text) {
    placement_text_->setText(text);
    placement_text_->setVisible(!text.isEmpty());
}

std::optional<PlacementKind> SetupPanel::chosen_placement() const {
    const int chosen = placement_choice_->currentData().toInt();
    if (chosen < 0) return std::nullopt;
    return static_cast<PlacementKind>(chosen);
}

void SetupPanel::revert() {
    const bool training = session_.contains("spec");
    forms_->setCurrentIndex(training ? 0 : 1);
    if (training)
        spec_->load(session_["spec"]);
    else
        vectors_->load(session_);
    placement_choice_->setCurrentIndex(
        placement_choice_->findData(placement_ ? static_cast<int>(*placement_) : -1));
    unchanged_ = edited();
    check_edits();
}

std::optional<nlohmann::json> SetupPanel::edited() {
    if (!session_.contains("spec")) return vectors_->edited();
    const std::optional<nlohmann::json> spec = spec_->edited();
    if (!spec) return std::nullopt;
    nlohmann::json session = session_;
    session["spec"] = *spec;
    return session;
}

void SetupPanel::check_edits() {
    valid_ = edited();
    QString problem;
    if (valid_) {
        try {
            check_(*valid_);
        } catch (const Error& error) {
            const bool training = session_.contains("spec");
            const QString message = QString::fromStdString(error.message());
            if (!training)
                vectors_->mark(message);
            else if (!spec_->mark(error))
                problem = message;
            valid_.reset();
        }
    }
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    const bool changed = valid_ != unchanged_ || chosen_placement() != placement_;
    apply_->setEnabled(valid_ && changed);
    revert_->setEnabled(changed);
    cost_->setVisible(valid_ && changed);
}

void SetupPanel::apply() {
    if (valid_) emit applied(*valid_, chosen_placement());
}

}  // namespace ringscope
