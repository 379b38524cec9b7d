#include "ui/panels/planner_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/figures/figure_widget.h"
#include "ui/figures/number_text.h"
#include "ui/panels/choice_list.h"
#include "ui/panels/elided_label.h"

namespace ringscope {

namespace {

// Table 1 of the ZeRO paper (Rajbhandari et al. 2019).
constexpr double paper_models[] = {7.5e9, 128e9, 1e12};

}  // namespace

PlannerPanel::PlannerPanel(QWidget* parent)
    : Panel(parent),
      model_(new ChoiceList),
      devices_(new QSpinBox),
      note_(new ElidedLabel),
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
    const int u = qRound(0.7 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    plot_->set_theme(theme);
    plot_->setMinimumHeight(qRound(6 * theme.unit));
}

void PlannerPanel::show_run(const RunInfo& info, const Frame& frame) {
    const PlannedModel run = planned_model(info, frame);
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
    plot_->set_figure(std::make_shared<BarPlot>(planner_plot(model, devices)));
    setAccessibleDescription(plot_->figure()->description());
    note_->setText(model.parameters > 0 ? planner_note(model, devices) : QString());
    note_->setVisible(!note_->text().isEmpty());
    emit note_changed(tr("formula"), Tone::plain);
}

}  // namespace ringscope
