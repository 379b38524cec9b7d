#include "ui/panels/planner_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/figures/figure_widget.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/number_text.h"
#include "ui/panels/choice_list.h"

namespace ringscope {

namespace {

// Table 1 of the ZeRO paper (Rajbhandari et al. 2019) uses decimal gigabytes.
constexpr double paper_models[] = {7.5e9, 128e9, 1e12};

bool is_paper_size(const PlannedModel& model) { return model.parameters >= 1e9; }

QString size_text(const PlannedModel& model, double bytes) {
    if (!is_paper_size(model)) return bytes_text(bytes);
    return PlannerPanel::tr("%1 GB").arg(number_text(bytes / 1e9, 7));
}

QString formula(ZeroStage stage, const BytesPerParameter& bytes) {
    const double divided = stage == ZeroStage::none              ? 0
                           : stage == ZeroStage::optimizer_state ? bytes.optimizer_state
                           : stage == ZeroStage::gradients ? bytes.optimizer_state + bytes.gradients
                                                           : bytes.sum();
    const double kept = bytes.sum() - divided;
    QStringList parts;
    if (kept > 0) parts << PlannerPanel::tr("%1P").arg(kept);
    if (divided > 0) parts << PlannerPanel::tr("%1P/N").arg(divided);
    return parts.join(QStringLiteral("+"));
}

std::vector<double> parts_of(const ModelStates& states) {
    return {states.parameters, states.gradients, states.optimizer_state};
}

}  // namespace

BarPlotData planner_plot(const PlannedModel& model, int devices, const Theme& theme) {
    BarPlotData plot;
    plot.stem = QStringLiteral("planner");
    plot.title = PlannerPanel::tr("Model states of a device");
    plot.y_title = PlannerPanel::tr("P = %1 parameters, N = %2 · hatched: formula")
                       .arg(integer_text(qRound64(model.parameters)))
                       .arg(devices);
    plot.y_text = [model](double bytes) { return size_text(model, bytes); };
    for (const MemoryCategory category :
         {MemoryCategory::parameters, MemoryCategory::gradients, MemoryCategory::optimizer_state})
        plot.parts.push_back({category_title(category), theme.memory_color(category)});
    if (model.measured)
        plot.columns.push_back({PlannerPanel::tr("measured"), parts_of(*model.measured), false});
    QStringList words;
    for (int s = 0; s < zero_stages; ++s) {
        const auto stage = static_cast<ZeroStage>(s);
        const ModelStates states = model_states(model.parameters, devices, stage, model.bytes);
        plot.columns.push_back({QString::fromLatin1(name(stage)), parts_of(states), true,
                                formula(stage, model.bytes)});
        words << PlannerPanel::tr("%1: %2 = %3")
                     .arg(QString::fromLatin1(name(stage)), formula(stage, model.bytes),
                          size_text(model, states.sum()));
    }
    plot.description = words.join(QStringLiteral("; "));
    if (model.budget) {
        plot.limit = model.budget;
        plot.limit_name = PlannerPanel::tr("budget %1").arg(bytes_text(*model.budget));
    }
    plot.empty_text = PlannerPanel::tr("Open a training to plan for");
    if (model.parameters <= 0) plot.columns.clear();
    return plot;
}

QString planner_note(const PlannedModel& model, int devices) {
    if (!model.budget) return {};
    QStringList most;
    for (int s = 0; s < zero_stages; ++s) {
        const double each = model_states(1, devices, static_cast<ZeroStage>(s), model.bytes).sum();
        most << integer_text(static_cast<std::int64_t>(*model.budget / each));
    }
    return PlannerPanel::tr("P ≤ %1").arg(most.join(QStringLiteral(" · ")));
}

PlannerPanel::PlannerPanel(QWidget* parent)
    : Panel(parent),
      model_(new ChoiceList),
      devices_(new QSpinBox),
      note_(new QLabel),
      plot_(new FigureWidget) {
    setAccessibleName(tr("Planner: what ZeRO would change"));
    setToolTip(
        tr("Model states only: no activations, buffers or fragmentation. Divided evenly, "
           "without rounding. Rajbhandari et al. 2019, sections 3.1 and 5."));
    model_->addItem(tr("this run, float32"));
    for (const double parameters : paper_models)
        model_->addItem(tr("%1 B parameters, mixed precision Adam (ZeRO paper, table 1)")
                            .arg(QLocale().toString(parameters / 1e9)));
    model_->setAccessibleName(tr("Model"));
    devices_->setRange(1, 1024);
    devices_->setValue(4);
    devices_->setPrefix(tr("N = "));
    devices_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    devices_->setAccessibleName(tr("Number of devices"));
    note_->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(model_, 1);
    row->addWidget(devices_);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(plot_, 1);
    layout->addWidget(note_);
    connect(model_, &QComboBox::currentIndexChanged, this, &PlannerPanel::refresh);
    connect(devices_, &QSpinBox::valueChanged, this, &PlannerPanel::refresh);
    refresh();
}

void PlannerPanel::set_theme(const Theme& theme) {
    theme_ = theme;
    const int u = qRound(0.7 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    plot_->set_theme(theme);
    plot_->setMinimumHeight(qRound(9 * theme.unit));
    refresh();
}

void PlannerPanel::show_run(const RunInfo& info, const Frame& frame) {
    PlannedModel run;
    if (info.kind == RunKind::train && info.optimizer && !frame.ranks.empty()) {
        const MemoryUse& memory = frame.ranks.front().memory;
        const auto bytes = [&](MemoryCategory category) {
            return static_cast<double>(memory[static_cast<std::size_t>(category)]);
        };
        run.parameters = static_cast<double>(info.length);
        run.bytes = float32_bytes(info.optimizer->kind);
        run.measured =
            ModelStates{bytes(MemoryCategory::parameters), bytes(MemoryCategory::gradients),
                        bytes(MemoryCategory::optimizer_state)};
        run.measured_devices = info.world_size;
        if (info.memory_budget_bytes) run.budget = static_cast<double>(*info.memory_budget_bytes);
    }
    const bool same = run.parameters == run_.parameters && run.budget == run_.budget &&
                      run.bytes.sum() == run_.bytes.sum() &&
                      run.measured_devices == run_.measured_devices;
    if (same) return;
    run_ = run;
    devices_->setValue(run_.measured_devices);
    refresh();
}

std::shared_ptr<const Figure> PlannerPanel::figure() const { return plot_->figure(); }

void PlannerPanel::refresh() {
    PlannedModel model = run_;
    if (const int paper = model_->currentIndex() - 1; paper >= 0)
        model = {paper_models[paper], mixed_precision_adam_bytes(), {}, 1, {}};
    const int devices = devices_->value();
    plot_->set_figure(std::make_shared<BarPlot>(planner_plot(model, devices, theme_)));
    setAccessibleDescription(plot_->figure()->description());
    note_->setText(model.parameters > 0 ? planner_note(model, devices) : QString());
    note_->setVisible(!note_->text().isEmpty());
    emit note_changed(tr("formula"), Tone::plain);
}

}  // namespace ringscope
