#pragma once

#include <QObject>

#include "ui/main_window/laboratory.h"

namespace ringscope {

class AlgorithmsPanel;
class PlannerPanel;
class SweepPanel;

// The cards that measure or calculate beside the run on the stage: algorithms compared, a sweep
// over the number of devices, and the memory planner.
class Experiments : public QObject {
    Q_OBJECT

  public:
    Experiments(const Bench& bench, QObject* parent);

    void add_exports(ExportMenu& menu);

    AlgorithmsPanel& algorithms() { return *algorithms_; }
    SweepPanel& sweep() { return *sweep_; }
    PlannerPanel& planner() { return *planner_; }

    // Chooses a chart of the card "sweep" ("throughput", "time", "memory") or "algorithms"
    // ("busiest", "total", "steps", "time"), and measures what it shows unless that is known.
    void measure(const QString& card, const QString& chart);
    bool measuring() const;

  signals:
    void measured();  // or stopped, or failed: nothing is measured any more
    void failed(ringscope::Problem problem);

  private:
    void show_session();
    void show_position();

    Bench bench_;
    AlgorithmsPanel* algorithms_;
    SweepPanel* sweep_;
    PlannerPanel* planner_;
};

}  // namespace ringscope
