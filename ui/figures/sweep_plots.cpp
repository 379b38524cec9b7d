#include "ui/figures/sweep_plots.h"

#include <QCoreApplication>
#include <algorithm>
#include <thread>

#include "ui/figures/bar_plot.h"
#include "ui/figures/line_plot.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/number_text.h"
#include "ui/figures/planner_plot.h"

namespace ringscope {

namespace {

struct SweepPlotWords {
    Q_DECLARE_TR_FUNCTIONS(SweepPlot)
};

QString nothing_yet() { return SweepPlotWords::tr("Start the sweep to measure"); }

std::function<QColor(const Theme&)> phase_part(FramePhase phase) {
    return [phase](const Theme& theme) { return theme.phase_color(phase); };
}

std::shared_ptr<const Figure> throughput(const std::vector<SweepPoint>& points) {
    LinePlotData plot;
    plot.stem = QStringLiteral("throughput");
    plot.title = SweepPlotWords::tr("Samples per second");
    plot.y_title = SweepPlotWords::tr("free run · dashed: N times one device");
    plot.x_title = SweepPlotWords::tr("devices N");
    plot.empty_text = nothing_yet();
    plot.log_x = true;
    PlotSeries measured{SweepPlotWords::tr("measured"), 4, PlotKind::measured, {}};
    PlotSeries ideal{SweepPlotWords::tr("ideal"), -1, PlotKind::formula, {}};
    QStringList words;
    for (const SweepPoint& point : points) {
        measured.points.emplace_back(point.world_size, point.samples_per_second);
        words << SweepPlotWords::tr("N = %1: %2")
                     .arg(point.world_size)
                     .arg(integer_text(qRound64(point.samples_per_second)));
        if (!points.empty() && points.front().world_size == 1)
            ideal.points.emplace_back(point.world_size,
                                      point.world_size * points.front().samples_per_second);
    }
    plot.description = words.join(QStringLiteral("; "));
    plot.series = {std::move(ideal), std::move(measured)};
    return std::make_shared<LinePlot>(std::move(plot));
}

std::shared_ptr<const Figure> time(const std::vector<SweepPoint>& points) {
    BarPlotData plot;
    plot.stem = QStringLiteral("iteration-time");
    plot.title = SweepPlotWords::tr("Time of a watched iteration");
    plot.y_title = SweepPlotWords::tr("the host waits after each phase: slower than the free run");
    plot.empty_text = nothing_yet();
    plot.y_text = [](double seconds) { return seconds_text(seconds); };
    plot.parts = {{SweepPlotWords::tr("compute"), phase_part(FramePhase::backward)},
                  {SweepPlotWords::tr("communication"), phase_part(FramePhase::reduce_scatter)},
                  {SweepPlotWords::tr("update"), phase_part(FramePhase::update)},
                  {SweepPlotWords::tr("host"), phase_part(FramePhase::shard)}};
    QStringList words;
    for (const SweepPoint& point : points) {
        const TimeShares& shares = point.shares;
        plot.columns.push_back({SweepPlotWords::tr("N = %1").arg(point.world_size),
                                {shares.compute, shares.communication, shares.update, shares.host},
                                false});
        words << SweepPlotWords::tr("N = %1: %2, of it %3 communication")
                     .arg(point.world_size)
                     .arg(seconds_text(shares.sum()), seconds_text(shares.communication));
    }
    plot.description = words.join(QStringLiteral("; "));
    return std::make_shared<BarPlot>(std::move(plot));
}

std::shared_ptr<const Figure> memory(const std::vector<SweepPoint>& points) {
    BarPlotData plot;
    plot.stem = QStringLiteral("memory-by-devices");
    plot.title = SweepPlotWords::tr("Memory of a device");
    plot.y_title = SweepPlotWords::tr("of the fullest one, live bytes");
    plot.empty_text = nothing_yet();
    plot.y_text = [](double bytes) { return bytes_text(bytes); };
    plot.binary_y = true;
    for (int c = 0; c < memory_categories; ++c) {
        const auto category = static_cast<MemoryCategory>(c);
        plot.parts.push_back(memory_part(category));
    }
    QStringList words;
    for (const SweepPoint& point : points) {
        const MemoryUse& fullest = *std::max_element(
            point.memory.begin(), point.memory.end(),
            [](const MemoryUse& a, const MemoryUse& b) { return total(a) < total(b); });
        plot.columns.push_back({SweepPlotWords::tr("N = %1").arg(point.world_size),
                                std::vector<double>(fullest.begin(), fullest.end()), false});
        words << SweepPlotWords::tr("N = %1: %2")
                     .arg(point.world_size)
                     .arg(bytes_text(static_cast<double>(total(fullest))));
    }
    plot.description = words.join(QStringLiteral("; "));
    return std::make_shared<BarPlot>(std::move(plot));
}

}  // namespace

std::shared_ptr<const Figure> sweep_figure(SweepChart chart,
                                           const std::vector<SweepPoint>& points) {
    switch (chart) {
        case SweepChart::throughput: return throughput(points);
        case SweepChart::time: return time(points);
        case SweepChart::memory: return memory(points);
    }
    return nullptr;
}

QString sweep_note(const std::vector<SweepPoint>& points) {
    if (points.empty()) return {};
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    if (points.back().world_size <= cores)
        return SweepPlotWords::tr("%n core(s), one a device at least", nullptr, cores);
    return SweepPlotWords::tr("%n core(s), shared from N = %1 on", nullptr, cores).arg(cores + 1);
}

QString sweep_explanation(const std::vector<SweepPoint>& points) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    if (points.empty() || points.back().world_size <= cores) return {};
    return SweepPlotWords::tr(
               "From N = %1 on the devices share this machine's cores, so the line must bend away "
               "from the ideal one: they are not machines of their own.")
        .arg(cores + 1);
}

}  // namespace ringscope
