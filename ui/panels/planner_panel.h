#pragma once

#include "ui/figures/planner_plot.h"
#include "ui/panels/panel.h"

class QLabel;
class QSpinBox;

namespace ringscope {

class ChoiceList;
class FigureWidget;

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
    ChoiceList* model_;
    QSpinBox* devices_;
    QLabel* note_;
    FigureWidget* plot_;
};

}  // namespace ringscope
