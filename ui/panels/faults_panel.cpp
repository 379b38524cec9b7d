#include "ui/panels/faults_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "core/support/error.h"
#include "ui/figures/number_text.h"
#include "ui/panels/fault_row.h"
#include "ui/panels/fault_texts.h"

namespace ringscope {

namespace {

// The same but for the iterations in which they act.
bool same_switch(Fault a, Fault b) {
    a.from = b.from = 0;
    a.until = b.until = std::nullopt;
    return to_json({a}) == to_json({b});
}

QLabel* faults_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

}  // namespace

FaultsPanel::FaultsPanel(QWidget* parent)
    : Panel(parent),
      list_(new QVBoxLayout),
      intro_(faults_label("muted")),
      problem_(faults_label("problem")),
      start_again_(new QPushButton(tr("Start again with these"))) {
    setAccessibleName(tr("Break it"));
    start_again_->setObjectName(QStringLiteral("start_with_faults"));
    start_again_->setToolTip(
        tr("Runs this session from its beginning with the faults that are on; the "
           "recording so far is kept"));
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("scrolled"));
    content->setLayout(list_);
    list_->setContentsMargins(0, 0, 0, 0);
    list_->addWidget(intro_);
    for (const FaultKind kind : fault_kinds()) add_row(kind);
    list_->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll, 1);
    layout->addWidget(problem_);
    layout->addWidget(start_again_);
    problem_->hide();
    connect(start_again_, &QPushButton::clicked, this, [this] {
        if (!check()) return;
        std::vector<Fault> faults = wanted();
        for (Fault& fault : faults) fault.from = std::max<std::int64_t>(0, fault.from);
        emit start_again_wanted(faults);
    });
    set_theme(Theme::light());
    show_run({}, false, tr("No training is open."));
}

FaultRow* FaultsPanel::add_row(FaultKind kind) {
    auto* row = new FaultRow(kind);
    rows_.push_back(row);
    list_->insertWidget(static_cast<int>(rows_.size()), row);
    connect(row, &FaultRow::edited, this, &FaultsPanel::check);
    connect(row, &FaultRow::settled, this, &FaultsPanel::send);
    return row;
}

void FaultsPanel::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(u, qRound(0.3 * theme.unit), qRound(0.5 * theme.unit), u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    list_->setSpacing(qRound(0.9 * theme.unit));
    list_->setContentsMargins(0, 0, qRound(0.5 * theme.unit), 0);
    for (FaultRow* row : rows_) row->set_theme(theme);
}

void FaultsPanel::show_run(const FaultLimits& limits, bool live, const QString& why_not) {
    limits_ = limits;
    live_ = live;
    intro_->setText(
        live ? tr("Switch a fault on or off while it runs. It acts from the next iteration; "
                  "nothing that is recorded is lost.")
             : why_not);
    for (FaultRow* row : rows_) {
        row->set_world_size(limits.world_size);
        row->setEnabled(live);
    }
    start_again_->setEnabled(live);
    tell_count();
}

void FaultsPanel::show_faults(const std::vector<Fault>& faults) {
    accepted_ = faults;
    std::vector<FaultRow*> unused = rows_;
    for (FaultRow* row : rows_) {
        const QSignalBlocker quiet(row);
        row->set_on(false);
        row->set_problem({});
    }
    for (const Fault& fault : faults) {
        auto row = std::find_if(unused.begin(), unused.end(),
                                [&](FaultRow* r) { return r->kind() == fault.kind; });
        FaultRow* shown = row == unused.end() ? add_row(fault.kind) : *row;
        if (row != unused.end()) unused.erase(row);
        const QSignalBlocker quiet(shown);
        shown->set_world_size(limits_.world_size);
        shown->load(fault);
        shown->set_on(true);
    }
    problem_->hide();
    show_states();
    tell_count();
}

void FaultsPanel::refuse(const QString& problem) {
    const std::vector<Fault> before = accepted_;
    show_faults(before);
    problem_->setText(problem);
    problem_->show();
}

std::vector<Fault> FaultsPanel::wanted() const {
    std::vector<Fault> faults;
    for (const FaultRow* row : rows_) {
        const std::optional<Fault> fault = row->on() ? row->fault() : std::nullopt;
        if (!fault) continue;
        // One that is on already keeps the iterations in which it acts.
        const auto kept = std::find_if(accepted_.begin(), accepted_.end(), [&](const Fault& other) {
            return same_switch(other, *fault);
        });
        faults.push_back(kept == accepted_.end() ? *fault : *kept);
    }
    return faults;
}

// Says at each row that is on what is wrong with it.
bool FaultsPanel::check() {
    bool fine = true;
    for (FaultRow* row : rows_) {
        QString problem;
        if (row->on()) {
            try {
                std::optional<Fault> fault = row->fault();
                if (fault) {
                    fault->from = 0;
                    check_faults({*fault}, limits_);
                } else {
                    problem = tr("this is no such number");
                }
            } catch (const Error& error) {
                problem = QString::fromStdString(error.message());
            }
        }
        row->set_problem(problem);
        fine = fine && problem.isEmpty();
    }
    return fine;
}

void FaultsPanel::send() {
    if (!live_ || !check()) return;
    const std::vector<Fault> faults = wanted();
    const bool as_it_is =
        faults.size() == accepted_.size() &&
        std::equal(faults.begin(), faults.end(), accepted_.begin(),
                   [](const Fault& a, const Fault& b) { return to_json({a}) == to_json({b}); });
    if (!as_it_is) emit switched(faults);
}

void FaultsPanel::show_states() {
    for (FaultRow* row : rows_) {
        QString state;
        const std::optional<Fault> fault = row->on() ? row->fault() : std::nullopt;
        for (const Fault& known : accepted_) {
            if (!fault || !same_switch(known, *fault)) continue;
            const QString from = integer_text(known.from);
            if (known.kind == FaultKind::other_seed)
                state = tr("acts where a run starts");
            else if (known.kind == FaultKind::flip_bit)
                state = tr("in iteration %1 only").arg(from);
            else if (known.until)
                state = tr("in iterations %1 to %2").arg(from, integer_text(*known.until - 1));
            else
                state = tr("from iteration %1 on").arg(from);
        }
        row->set_state(state);
    }
}

void FaultsPanel::tell_count() {
    emit note_changed(
        accepted_.empty() ? QString() : tr("%1 on").arg(integer_text(std::ssize(accepted_))),
        Tone::bad);
}

}  // namespace ringscope
