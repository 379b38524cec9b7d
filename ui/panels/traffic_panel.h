#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/frame.h"
#include "ui/panels/panel.h"

namespace ringscope {

// Bytes that each rank has sent in this iteration so far, against the whole iteration's formula.
struct Traffic {
    std::vector<std::int64_t> sent;  // [rank], counted where the command was enqueued
    double ideal = 0;                // 2 (N - 1) / N x 4 L: the formula, not a measurement
};
Traffic traffic_of(const RunInfo& info, const Frame& frame);

// A bar a rank, and a dashed line where the formula says that they end.
class TrafficPanel : public Panel {
    Q_OBJECT

  public:
    explicit TrafficPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_traffic(Traffic traffic);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void paint_row(QPainter& painter, std::size_t rank, const QRectF& row, const QRectF& bars,
                   double scale) const;

    Theme theme_ = Theme::light();
    Traffic traffic_;
};

}  // namespace ringscope
