#pragma once

#include <functional>
#include <vector>

#include "core/session/session.h"
#include "core/session/sweep.h"
#include "ui/figures/sweep_plots.h"
#include "ui/panels/panel.h"
#include "ui/playback/background.h"

class QLabel;
class QPushButton;

namespace ringscope {

class ChoiceList;
class FigureWidget;

// Trains the session once for each of several world sizes and charts what was measured.
class SweepPanel : public Panel {
    Q_OBJECT

  public:
    // replicas: makes what a training runs on, in another thread.
    explicit SweepPanel(std::function<ReplicaSetFactory()> replicas, QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    // Another session forgets what was measured. A bare collective has nothing to sweep.
    void show_session(const Session& session);
    std::shared_ptr<const Figure> figure() const;
    const std::vector<SweepPoint>& points() const { return points_; }
    // Shows that chart ("throughput", "time", "memory") and starts the sweep if it has not been
    // run yet.
    void measure(const QString& chart);
    bool busy() const { return work_.busy(); }

  signals:
    void measuring();  // about to use the devices
    void measured();   // does not use them any more: done, stopped or failed
    void failed(ringscope::Problem problem);

  private:
    void build();
    void start();
    void next();
    void stop();
    void refresh();
    TrainingSpec wanted() const;

    std::function<ReplicaSetFactory()> replicas_;
    Background work_;
    std::optional<TrainingSpec> spec_;
    std::vector<int> world_sizes_;
    std::vector<SweepPoint> points_;
    bool running_ = false;
    ChoiceList *batch_, *chart_;
    QPushButton* start_;
    QLabel* note_;
    FigureWidget* plot_;
};

}  // namespace ringscope
