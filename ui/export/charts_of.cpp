#include "ui/export/charts_of.h"

#include <algorithm>
#include <utility>

#include "core/trace/divergence.h"
#include "ui/figures/bytes_sent_figure.h"
#include "ui/figures/divergence_chart.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"

namespace ringscope {

namespace {

void add_chart(std::vector<std::unique_ptr<Figure>>& charts, std::unique_ptr<ChartFigure> chart) {
    if (chart->empty_text().isEmpty()) charts.push_back(std::move(chart));
}

// The end of the newest iteration that is whole: one that is under way has sent only a part.
FramePtr newest_whole(const Recording& recording) {
    const std::int64_t iterations = recording.iterations();
    const FramePtr newest = recording.summary(iterations - 1);
    const bool whole = recording.info().kind == RunKind::collective || newest->identical;
    return whole || iterations < 2 ? newest : recording.summary(iterations - 2);
}

}  // namespace

std::vector<std::unique_ptr<Figure>> charts_of(const Recording& recording) {
    std::vector<std::unique_ptr<Figure>> charts;
    const auto last = recording.last();
    if (!last) return charts;
    const RunInfo& info = recording.info();
    add_chart(charts, std::make_unique<MemoryFigure>(memory_data(info, *recording.frame(*last))));
    add_chart(charts, std::make_unique<LossFigure>(loss_data(recording, std::nullopt)));
    if (info.world_size > 1)
        charts.push_back(
            std::make_unique<BytesSentFigure>(traffic_of(info, *newest_whole(recording))));
    DivergenceHistory history;
    history.follow({std::shared_ptr<void>(), &recording});
    // Of replicas that never part there is nothing to draw.
    if (std::any_of(history.after().begin(), history.after().end(),
                    [](const auto& apart) { return apart != 0.0; }))
        add_chart(charts, std::make_unique<DivergenceFigure>(DivergenceData{history.after(), {}}));
    return charts;
}

}  // namespace ringscope
