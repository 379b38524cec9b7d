#pragma once

#include <functional>

#include "core/session/traffic_sweep.h"
#include "core/trace/frame.h"
#include "ui/panels/panel.h"
#include "ui/panels/traffic_plot.h"
#include "ui/playback/background.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace ringscope {

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

  signals:
    void measuring();  // about to use the devices
    void failed(ringscope::Problem problem);

  private:
    void build();
    void refresh();
    void measure();
    QSlider* add_slider(const QString& name, int low, int high, int value);

    std::function<ExecutorFactory()> executors_;
    Background work_;
    TrafficQuestion question_;
    std::vector<MeasuredTraffic> measured_;
    double measured_bytes_ = 0;
    QComboBox *quantity_, *range_;
    QSlider *latency_ = nullptr, *bandwidth_ = nullptr;
    QWidget* model_;
    QPushButton* measure_;
    FigureWidget* plot_;
};

}  // namespace ringscope
