#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/figures/chart_figure.h"

namespace ringscope {

// How far the replicas are apart after each iteration (core/trace/divergence.h).
struct DivergenceData {
    std::vector<std::optional<double>> after;  // [iteration]
    std::optional<std::int64_t> current;       // the iteration on the stage

    bool operator==(const DivergenceData&) const = default;
};

// On a logarithmic scale. A logarithm has no 0, so that equal replicas have a lane of their own
// below the scale, and no line leads from there into it.
class DivergenceFigure : public ChartFigure {
  public:
    explicit DivergenceFigure(DivergenceData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return QStringLiteral("divergence"); }
    QString title() const override;
    QString description() const override;
    QString csv() const override;
    void build(QChart& chart) const override;
    void update(QChart& chart, const Theme& theme) const override;
    std::vector<LegendEntry> legend(const Theme& theme) const override;
    QString empty_text() const override;

  private:
    DivergenceData data_;
};

}  // namespace ringscope
