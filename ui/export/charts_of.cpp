#include "ui/export/charts_of.h"

#include <algorithm>
#include <utility>

#include "core/session/session.h"
#include "core/trace/divergence.h"
#include "ui/figures/bytes_sent_figure.h"
#include "ui/figures/divergence_chart.h"
#include "ui/figures/iteration_figure.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/planner_plot.h"
#include "ui/figures/sweep_plots.h"
#include "ui/figures/traffic_plot.h"
#include "ui/figures/worksheet.h"

namespace ringscope {

namespace {

void add_chart(Charts& charts, std::shared_ptr<ChartFigure> chart) {
    if (chart->empty_text().isEmpty()) charts.push_back(std::move(chart));
}

// The newest iteration that is whole: one that is under way has sent only a part.
std::int64_t last_whole(const Recording& recording) {
    const std::int64_t newest = recording.iterations() - 1;
    const bool whole =
        recording.info().kind == RunKind::collective || recording.summary(newest)->identical;
    return whole || newest < 1 ? newest : newest - 1;
}

// What every algorithm would send for this run's vector, by formula, and what this run has sent.
void add_algorithms(Charts& charts, const RunInfo& info, const Frame& whole) {
    TrafficQuestion question;
    question.bytes = 4.0 * static_cast<double>(info.length);
    question.most_ranks = std::max(16, info.world_size);
    MeasuredTraffic run;
    run.algorithm = info.buckets.front().schedule.algorithm;
    run.world_size = info.world_size;
    for (const RankRecord& rank : whole.ranks) {
        run.busiest_bytes = std::max(run.busiest_bytes, rank.bytes_sent);
        run.total_bytes += rank.bytes_sent;
    }
    charts.push_back(std::make_shared<LinePlot>(traffic_plot(question, {run})));
}

// Larger ones are no exercise for a pencil.
bool fits_on_paper(const RunInfo& info) {
    constexpr std::int64_t most_cells = 5000, most_numbers = 256;
    const Schedule& schedule = info.buckets.front().schedule;
    return !schedule.steps.empty() && info.length <= most_numbers &&
           std::ssize(schedule.steps) * info.world_size * std::ssize(schedule.chunks) <= most_cells;
}

void add_sweep(Charts& charts, const Recording& recording) {
    // Most sessions are no sweep and need not be read.
    if (recording.info().session_json.find("\"measured\"") == std::string::npos) return;
    const std::vector<SweepPoint> points = session_of(recording).measured;
    if (points.empty()) return;
    for (const SweepChart chart : {SweepChart::throughput, SweepChart::time, SweepChart::memory})
        charts.push_back(sweep_figure(chart, points));
}

}  // namespace

Charts charts_of(const Recording& recording) {
    Charts charts;
    const auto last = recording.last();
    if (!last) return charts;
    const RunInfo& info = recording.info();
    const std::int64_t iteration = last_whole(recording);
    const FramePtr whole = recording.summary(iteration);
    add_chart(charts, std::make_shared<MemoryFigure>(memory_data(info, *recording.frame(*last))));
    add_chart(charts, std::make_shared<LossFigure>(loss_data(recording, std::nullopt)));
    if (info.world_size > 1)
        charts.push_back(std::make_shared<BytesSentFigure>(traffic_of(info, *whole)));
    auto timeline = std::make_shared<IterationFigure>(iteration_data(recording, iteration));
    if (!timeline->empty()) charts.push_back(std::move(timeline));
    DivergenceHistory history;
    history.follow({std::shared_ptr<void>(), &recording});
    // Of replicas that never part there is nothing to draw.
    if (std::any_of(history.after().begin(), history.after().end(),
                    [](const auto& apart) { return apart != 0.0; }))
        add_chart(charts, std::make_shared<DivergenceFigure>(DivergenceData{history.after(), {}}));
    if (info.kind == RunKind::collective) {
        if (info.world_size > 1 && info.length > 0) add_algorithms(charts, info, *whole);
    } else {
        add_sweep(charts, recording);
        const PlannedModel model = planned_model(info, *recording.frame(*last));
        if (model.parameters > 0)
            charts.push_back(std::make_shared<BarPlot>(planner_plot(model, info.world_size)));
    }
    return charts;
}

bool has_content(const Figure& figure) {
    if (const auto* chart = dynamic_cast<const ChartFigure*>(&figure))
        return chart->empty_text().isEmpty();
    if (const auto* bars = dynamic_cast<const BarPlot*>(&figure))
        return !bars->data().columns.empty();
    if (const auto* lines = dynamic_cast<const LinePlot*>(&figure))
        return std::any_of(lines->data().series.begin(), lines->data().series.end(),
                           [](const PlotSeries& series) { return !series.points.empty(); });
    return true;
}

Charts worksheets_of(const Recording& recording) {
    const RunInfo& info = recording.info();
    Charts sheets;
    if (info.kind != RunKind::collective || info.buckets.empty() || !fits_on_paper(info))
        return sheets;
    if (const auto data = worksheet_data(recording))
        for (const bool answers : {false, true})
            sheets.push_back(std::make_shared<WorksheetFigure>(*data, answers));
    return sheets;
}

}  // namespace ringscope
