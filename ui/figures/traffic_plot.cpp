#include "ui/figures/traffic_plot.h"

#include <QCoreApplication>

#include "core/collective/algorithms.h"
#include "core/collective/traffic_formula.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

struct TrafficPlotWords {
    Q_DECLARE_TR_FUNCTIONS(TrafficPlot)
};

double value_of(const TrafficFormula& formula, const TrafficQuestion& question) {
    switch (question.quantity) {
        case TrafficQuantity::busiest_bytes: return formula.busiest_bytes;
        case TrafficQuantity::total_bytes: return formula.total_bytes;
        case TrafficQuantity::steps: return formula.steps;
        case TrafficQuantity::seconds: return formula.seconds(question.latency, question.bandwidth);
    }
    return 0;
}

double value_of(const MeasuredTraffic& run, TrafficQuantity quantity) {
    switch (quantity) {
        case TrafficQuantity::busiest_bytes: return static_cast<double>(run.busiest_bytes);
        case TrafficQuantity::total_bytes: return static_cast<double>(run.total_bytes);
        case TrafficQuantity::steps: return qQNaN();
        case TrafficQuantity::seconds: return run.seconds;
    }
    return 0;
}

QString title_of(TrafficQuantity quantity) {
    switch (quantity) {
        case TrafficQuantity::busiest_bytes:
            return TrafficPlotWords::tr("Bytes sent by the busiest device");
        case TrafficQuantity::total_bytes: return TrafficPlotWords::tr("Bytes sent in all");
        case TrafficQuantity::steps: return TrafficPlotWords::tr("Steps, one after the other");
        case TrafficQuantity::seconds: return TrafficPlotWords::tr("Time of one all-reduce");
    }
    return {};
}

QString note_of(const TrafficQuestion& question) {
    const QString size = bytes_text(question.bytes);
    if (question.quantity != TrafficQuantity::seconds)
        return TrafficPlotWords::tr("S = %1 a device · dashed: formula · dots: measured").arg(size);
    return TrafficPlotWords::tr("S = %1 · formula: steps × %2 + bytes / (%3 each second)")
        .arg(size, seconds_text(question.latency), bytes_text(question.bandwidth));
}

std::vector<int> world_sizes(int most) {
    std::vector<int> all;
    for (int n = 2; n <= most; n += n < 64 ? 1 : n / 32) all.push_back(n);
    if (all.back() != most) all.push_back(most);
    return all;
}

}  // namespace

int crossover(const TrafficQuestion& question) {
    for (int n = 2; n <= question.most_ranks; ++n)
        if (value_of(traffic_formula("ring", n, question.bytes), question) <
            value_of(traffic_formula("direct", n, question.bytes), question))
            return n;
    return 0;
}

LinePlotData traffic_plot(const TrafficQuestion& question,
                          const std::vector<MeasuredTraffic>& measured) {
    LinePlotData plot;
    plot.stem = QStringLiteral("algorithms");
    plot.title = title_of(question.quantity);
    plot.x_title = TrafficPlotWords::tr("devices N");
    plot.y_title = note_of(question);
    plot.log_x = question.most_ranks > 64;
    plot.log_y = question.most_ranks > 64;
    const bool bytes = question.quantity == TrafficQuantity::busiest_bytes ||
                       question.quantity == TrafficQuantity::total_bytes;
    plot.first_x = 1;
    plot.binary_y = bytes;
    if (bytes) plot.y_text = [](double y) { return bytes_text(y); };
    if (question.quantity == TrafficQuantity::seconds)
        plot.y_text = [](double y) { return seconds_text(y); };
    for (std::size_t a = 0; a < algorithm_names().size(); ++a) {
        const std::string& algorithm = algorithm_names()[a];
        PlotSeries formula{
            QString::fromStdString(algorithm), static_cast<int>(a), PlotKind::formula, {}};
        for (const int n : world_sizes(question.most_ranks))
            formula.points.emplace_back(
                n, value_of(traffic_formula(algorithm, n, question.bytes), question));
        PlotSeries dots{TrafficPlotWords::tr("%1, measured").arg(formula.name),
                        static_cast<int>(a),
                        PlotKind::measured,
                        {}};
        for (const MeasuredTraffic& run : measured)
            if (run.algorithm == algorithm && run.world_size >= 2 &&
                run.world_size <= question.most_ranks &&
                question.quantity != TrafficQuantity::steps)
                dots.points.emplace_back(run.world_size, value_of(run, question.quantity));
        plot.series.push_back(std::move(formula));
        if (!dots.points.empty()) plot.series.push_back(std::move(dots));
    }
    if (const int n = question.quantity == TrafficQuantity::steps ? 0 : crossover(question)) {
        plot.mark_x = n;
        plot.mark_text = TrafficPlotWords::tr("ring beats direct from N = %1").arg(n);
    }
    plot.description = plot.title + QStringLiteral(". ") + plot.y_title;
    return plot;
}

}  // namespace ringscope
