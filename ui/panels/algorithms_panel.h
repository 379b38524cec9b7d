#pragma once

#include <functional>

#include "core/session/traffic_sweep.h"
#include "core/trace/frame.h"
#include "ui/figures/traffic_plot.h"
#include "ui/panels/panel.h"
#include "ui/playback/background.h"

class QLabel;
class QPushButton;
class QSlider;

namespace ringscope {

class ChoiceList;
class FigureWidget;

// The algorithms compared: formulas against N, and dots measured on the devices on request.
class AlgorithmsPanel : public Panel {
    Q_OBJECT

  public:
    // executors: makes what the measurement runs on, in another thread.
    explicit AlgorithmsPanel(std::function<ExecutorFactory()> executors, QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_run(const RunInfo& info);  // its vector's size is S
    std::shared_ptr<const Figure> figure() const;
    // Shows that quantity ("busiest", "total", "steps", "time") and measures unless that was done.
    void measure(const QString& quantity);
    bool busy() const { return work_.busy(); }

  signals:
    void measuring();  // about to use the devices
    void measured();   // does not use them any more: done, stopped or failed
    void failed(ringscope::Problem problem);

  private:
    void build();
    void refresh();
    void start();
    QSlider* add_slider(const QString& name, int low, int high, int value);

    std::function<ExecutorFactory()> executors_;
    Background work_;
    TrafficQuestion question_;
    std::vector<MeasuredTraffic> measured_;
    double measured_bytes_ = 0;
    ChoiceList *quantity_, *range_;
    QSlider *latency_ = nullptr, *bandwidth_ = nullptr;
    QWidget* model_;
    QPushButton* measure_;
    FigureWidget* plot_;
};

}  // namespace ringscope
