#include "ui/panels/fault_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <QVBoxLayout>
#include <cmath>

#include "core/train/faults.h"
#include "ui/panels/fault_texts.h"
#include "ui/stage/caption.h"

namespace ringscope {

namespace {

QLabel* row_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

QString number_shown(double value) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'g', 9);
}

}  // namespace

FaultRow::FaultRow(FaultKind kind, QWidget* parent)
    : QWidget(parent),
      kind_(kind),
      switch_(new QCheckBox(fault_text(kind).title)),
      what_(row_label("muted")),
      state_(row_label("muted")),
      problem_(row_label("problem")),
      rank_(new QComboBox),
      values_(new QHBoxLayout),
      numbers_row_(kind == FaultKind::flip_bit || kind == FaultKind::stale_chunk ? new QHBoxLayout
                                                                                 : values_) {
    const QString id = QStringLiteral("fault/") + QString::fromLatin1(name(kind));
    what_->setText(fault_text(kind).what);
    switch_->setObjectName(id);
    switch_->setToolTip(QString::fromLatin1(name(kind)));
    switch_->setAccessibleDescription(what_->text());
    rank_->setObjectName(id + QStringLiteral("/rank"));
    rank_->setAccessibleName(tr("%1: which device").arg(switch_->text()));
    // Narrow panels: the numbers come first, the list gives way.
    rank_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rank_->setMinimumContentsLength(5);
    set_world_size(1);
    build_values();
    state_->hide();
    problem_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(switch_);
    layout->addWidget(what_);
    layout->addLayout(values_);
    if (numbers_row_ != values_) layout->addLayout(numbers_row_);  // two numbers beside a device
    layout->addWidget(state_);
    layout->addWidget(problem_);
    connect(switch_, &QCheckBox::toggled, this, &FaultRow::edited);
    connect(switch_, &QCheckBox::clicked, this, &FaultRow::settled);
    connect(rank_, &QComboBox::activated, this, [this] {
        emit edited();
        emit settled();
    });
}

void FaultRow::build_values() {
    values_->addWidget(rank_, 1);
    switch (kind_) {
        case FaultKind::scale_gradient: add_number("factor", tr("×"), number_shown(50)); break;
        case FaultKind::stale_chunk:
            add_number("chunk", tr("chunk"), number_shown(0));
            add_number("step", tr("step"), number_shown(0));
            break;
        case FaultKind::flip_bit:
            add_number("index", tr("no."), number_shown(0));
            add_number("bit", tr("bit"), number_shown(30));
            break;
        case FaultKind::nan: add_number("index", tr("no."), number_shown(0)); break;
        case FaultKind::straggler: add_number("milliseconds", tr("ms"), number_shown(200)); break;
        default: break;
    }
    if (numbers_row_ != values_) numbers_row_->addStretch(1);
}

void FaultRow::add_number(const char* key, const QString& label, const QString& value) {
    auto* text = new QLabel(label);
    text->setObjectName(QStringLiteral("muted"));
    auto* line = new QLineEdit(value);
    line->setObjectName(switch_->objectName() + QLatin1Char('/') + QString::fromLatin1(key));
    line->setAccessibleName(tr("%1: %2").arg(switch_->text(), QString::fromLatin1(key)));
    text->setBuddy(line);
    numbers_row_->addWidget(text);
    numbers_row_->addWidget(line);
    numbers_.push_back(line);
    connect(line, &QLineEdit::textEdited, this, &FaultRow::edited);
    connect(line, &QLineEdit::editingFinished, this, &FaultRow::settled);
}

void FaultRow::set_theme(const Theme& theme) {
    layout()->setSpacing(qRound(0.2 * theme.unit));
    for (QHBoxLayout* row : {values_, numbers_row_}) {
        row->setSpacing(qRound(0.4 * theme.unit));
        row->setContentsMargins(qRound(1.6 * theme.unit), 0, 0, 0);
    }
    for (QLabel* label : {what_, state_, problem_}) label->setIndent(qRound(1.6 * theme.unit));
    for (QLineEdit* line : numbers_) line->setFixedWidth(qRound(4.2 * theme.unit));
}

void FaultRow::set_world_size(int world_size) {
    if (rank_->count() == world_size + 1) return;
    rank_->clear();
    // Where several transfers of a step carry the chunk, its sender tells which.
    const bool sender = kind_ == FaultKind::stale_chunk;
    rank_->addItem(sender ? tr("the only sender") : tr("all devices"));
    for (Rank r = 0; r < world_size; ++r) rank_->addItem(device_name(r));
    // A single device is what makes most faults interesting.
    rank_->setCurrentIndex(world_size > 1 && !sender ? world_size : 0);
}

bool FaultRow::on() const { return switch_->isChecked(); }

void FaultRow::set_on(bool on) { switch_->setChecked(on); }

std::optional<double> FaultRow::number(std::size_t index) const {
    bool fine = false;
    const double value = QLocale().toDouble(numbers_[index]->text().trimmed(), &fine);
    return fine ? std::optional(value) : std::nullopt;
}

std::optional<Fault> FaultRow::fault() const {
    Fault fault;
    fault.kind = kind_;
    fault.from = kind_ == FaultKind::other_seed ? 0 : -1;
    if (rank_->currentIndex() > 0) fault.rank = rank_->currentIndex() - 1;
    std::vector<double> values;
    const bool whole = kind_ != FaultKind::scale_gradient && kind_ != FaultKind::straggler;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const auto value = number(i);
        if (!value || (whole && (*value != std::floor(*value) || std::abs(*value) > 1e9)))
            return std::nullopt;
        values.push_back(*value);
    }
    switch (kind_) {
        case FaultKind::scale_gradient: fault.factor = values[0]; break;
        case FaultKind::stale_chunk:
            fault.chunk = static_cast<int>(values[0]);
            fault.step = static_cast<int>(values[1]);
            break;
        case FaultKind::flip_bit:
            fault.index = static_cast<std::int64_t>(values[0]);
            fault.bit = static_cast<int>(values[1]);
            break;
        case FaultKind::nan: fault.index = static_cast<std::int64_t>(values[0]); break;
        case FaultKind::straggler: fault.milliseconds = values[0]; break;
        default: break;
    }
    return fault;
}

void FaultRow::load(const Fault& fault) {
    rank_->setCurrentIndex(fault.rank ? *fault.rank + 1 : 0);
    std::vector<double> values;
    switch (kind_) {
        case FaultKind::scale_gradient: values = {fault.factor}; break;
        case FaultKind::stale_chunk: values = {double(fault.chunk), double(fault.step)}; break;
        case FaultKind::flip_bit: values = {double(fault.index), double(fault.bit)}; break;
        case FaultKind::nan: values = {double(fault.index)}; break;
        case FaultKind::straggler: values = {fault.milliseconds}; break;
        default: break;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        // Not under the fingers of someone who types.
        if (!numbers_[i]->hasFocus()) numbers_[i]->setText(number_shown(values[i]));
}

void FaultRow::set_problem(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    for (QLineEdit* line : numbers_) {
        line->setAccessibleDescription(problem);
        if (line->property("invalid").toBool() == !problem.isEmpty()) continue;
        line->setProperty("invalid", !problem.isEmpty());
        line->style()->unpolish(line);
        line->style()->polish(line);
    }
}

void FaultRow::set_state(const QString& state) {
    state_->setText(state);
    state_->setVisible(!state.isEmpty());
}

}  // namespace ringscope
