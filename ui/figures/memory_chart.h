#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/frame.h"
#include "ui/figures/chart_figure.h"

namespace ringscope {

// "optimizer state": a category as charts name it.
QString category_title(MemoryCategory category);

// Live bytes of every rank, by category, at one frame.
struct MemoryData {
    std::vector<MemoryUse> ranks;
    std::optional<std::int64_t> budget_bytes;  // a rank

    bool operator==(const MemoryData&) const = default;
};
MemoryData memory_data(const RunInfo& info, const Frame& frame);

class MemoryFigure : public ChartFigure {
  public:
    explicit MemoryFigure(MemoryData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return QStringLiteral("memory"); }
    QString title() const override;
    QString description() const override;
    QString csv() const override;
    void build(QChart& chart) const override;
    void update(QChart& chart, const Theme& theme) const override;
    std::vector<LegendEntry> legend(const Theme& theme) const override;
    QString empty_text() const override;

  private:
    MemoryData data_;
};

}  // namespace ringscope
