#include "ui/export/charts_of.h"

#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/traffic_chart.h"

namespace ringscope {

std::vector<std::unique_ptr<ChartFigure>> charts_of(const Recording& recording) {
    std::vector<std::unique_ptr<ChartFigure>> charts;
    const auto last = recording.last();
    if (!last) return charts;
    charts.push_back(
        std::make_unique<MemoryFigure>(memory_data(recording.info(), *recording.frame(*last))));
    charts.push_back(std::make_unique<LossFigure>(loss_data(recording, std::nullopt)));
    charts.push_back(std::make_unique<TrafficFigure>(traffic_data(recording)));
    std::erase_if(charts, [](const auto& chart) { return !chart->empty_text().isEmpty(); });
    return charts;
}

}  // namespace ringscope
