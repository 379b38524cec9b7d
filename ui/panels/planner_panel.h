#pragma once

#include <optional>

#include "core/planner/memory_model.h"
#include "core/trace/frame.h"
#include "ui/figures/bar_plot.h"
#include "ui/panels/panel.h"

class QLabel;
class QSpinBox;

namespace ringscope {

class ChoiceList;
class FigureWidget;

// What is planned: a model and its bytes, and what was measured of it, if anything.
struct PlannedModel {
    double parameters = 0;
    BytesPerParameter bytes;
    std::optional<ModelStates> measured;  // on one device of the run
    int measured_devices = 1;
    std::optional<double> budget;  // bytes a device
};

// Columns: what the run really holds, then data parallelism and ZeRO 1 to 3 by formula.
BarPlotData planner_plot(const PlannedModel& model, int devices, const Theme& theme);

// "P ≤ ...": for data parallelism and each ZeRO stage, the most parameters whose states fit into
// the budget; empty without a budget.
QString planner_note(const PlannedModel& model, int devices);

// Ghost bars: how far ZeRO would take this run's model, or one of the ZeRO paper's.
class PlannerPanel : public Panel {
    Q_OBJECT

  public:
    explicit PlannerPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_run(const RunInfo& info, const Frame& frame);
    std::shared_ptr<const Figure> figure() const;

  private:
    void refresh();

    PlannedModel run_;
    Theme theme_ = Theme::light();
    ChoiceList* model_;
    QSpinBox* devices_;
    QLabel* note_;
    FigureWidget* plot_;
};

}  // namespace ringscope
