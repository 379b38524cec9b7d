#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/chart_figure.h"

namespace ringscope {

// Bytes that every rank sent in one iteration, counted, beside the lower bound by the formula.
struct TrafficData {
    std::vector<std::int64_t> sent;  // [rank]
    double ideal = 0;                // 2 (N - 1) / N x S; 0 for one rank

    bool operator==(const TrafficData&) const = default;
};
// Of the newest whole iteration, else of what there is.
TrafficData traffic_data(const Recording& recording);

class TrafficFigure : public ChartFigure {
  public:
    explicit TrafficFigure(TrafficData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return QStringLiteral("traffic"); }
    QString title() const override;
    QString description() const override;
    QString csv() const override;
    void build(QChart& chart) const override;
    void update(QChart& chart, const Theme& theme) const override;
    std::vector<LegendEntry> legend(const Theme& theme) const override;
    QString empty_text() const override;

  private:
    TrafficData data_;
};

}  // namespace ringscope
