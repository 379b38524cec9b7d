#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/chart_figure.h"

namespace ringscope {

// Loss of the global batch, by iteration. A loss that is NaN or infinite is kept and marked.
struct LossData {
    std::vector<double> loss;             // [iteration], before its update
    std::optional<std::int64_t> current;  // the iteration on the stage
    bool log_scale = false;               // used only where every finite loss is above 0

    bool operator==(const LossData&) const = default;
};
LossData loss_data(const Recording& recording, std::optional<std::int64_t> current);

class LossFigure : public ChartFigure {
  public:
    explicit LossFigure(LossData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return QStringLiteral("loss"); }
    QString title() const override;
    QString description() const override;
    QString csv() const override;
    void build(QChart& chart) const override;
    void update(QChart& chart, const Theme& theme) const override;
    std::vector<LegendEntry> legend(const Theme& theme) const override;
    QString empty_text() const override;

  private:
    LossData data_;
};

}  // namespace ringscope
