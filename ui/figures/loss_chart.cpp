#include "ui/figures/loss_chart.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLineSeries>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>

#include "ui/figures/chart_axis.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

struct LossChartWords {
    Q_DECLARE_TR_FUNCTIONS(LossChart)
};

bool use_log(const LossData& data) {
    return data.log_scale && std::all_of(data.loss.begin(), data.loss.end(), [](double loss) {
               return !std::isfinite(loss) || loss > 0;
           });
}

// Runs of finite losses: Qt Charts would join the line across a NaN. At most about 1,500 points,
// keeping the least and the greatest of each stretch.
std::vector<QList<QPointF>> finite_runs(const LossData& data) {
    const bool log = use_log(data);
    const std::size_t stretch = std::max<std::size_t>(1, data.loss.size() / 750);
    std::vector<QList<QPointF>> runs(1);
    for (std::size_t i = 0; i < data.loss.size(); i += stretch) {
        const std::size_t end = std::min(data.loss.size(), i + stretch);
        std::size_t least = end, most = end;
        bool broken = false;
        for (std::size_t k = i; k < end; ++k) {
            if (!std::isfinite(data.loss[k])) {
                broken = true;
                continue;
            }
            if (least == end || data.loss[k] < data.loss[least]) least = k;
            if (most == end || data.loss[k] > data.loss[most]) most = k;
        }
        const auto add = [&](std::size_t k) {
            runs.back() << QPointF(static_cast<double>(k),
                                   log ? std::log10(data.loss[k]) : data.loss[k]);
        };
        if (least != end) {
            add(std::min(least, most));
            if (least != most) add(std::max(least, most));
        }
        if (broken && !runs.back().isEmpty()) runs.emplace_back();
    }
    if (runs.back().isEmpty()) runs.pop_back();
    return runs;
}

struct Span {
    double low = 0, high = 1;
};

Span span_of(const std::vector<QList<QPointF>>& runs, bool log) {
    Span span{1e308, -1e308};
    for (const auto& run : runs)
        for (const QPointF& point : run) {
            span.low = std::min(span.low, point.y());
            span.high = std::max(span.high, point.y());
        }
    if (span.low > span.high) return {};
    if (!log) span.low = std::min(span.low, 0.0);
    const double room = (span.high - span.low) * 0.06;
    span.high += room;
    if (log || span.low < 0) span.low -= room;
    if (span.high - span.low < 1e-12 * std::max(1.0, std::abs(span.high))) {
        span.low -= 0.5;
        span.high += 0.5;
    }
    return span;
}

QString log_label(double exponent) { return number_text(std::pow(10.0, exponent), 7); }

std::vector<QLineSeries*> lines_of(const QChart& chart) {
    std::vector<QLineSeries*> lines;
    for (QAbstractSeries* series : chart.series())
        if (auto* line = qobject_cast<QLineSeries*>(series)) lines.push_back(line);
    return lines;
}

QScatterSeries* named(const QChart& chart, const char* which) {
    for (QAbstractSeries* series : chart.series())
        if (series->objectName() == QLatin1String(which))
            return qobject_cast<QScatterSeries*>(series);
    return nullptr;
}

void attach(QChart& chart, QAbstractSeries* series) {
    chart.addSeries(series);
    series->attachAxis(chart.axes(Qt::Horizontal).front());
    series->attachAxis(chart.axes(Qt::Vertical).front());
}

void update_lines(QChart& chart, const std::vector<QList<QPointF>>& runs, const Theme& theme) {
    std::vector<QLineSeries*> lines = lines_of(chart);
    for (; lines.size() < runs.size(); lines = lines_of(chart)) attach(chart, new QLineSeries);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i]->replace(i < runs.size() ? runs[i] : QList<QPointF>{});
        lines[i]->setPen(
            QPen(theme.accent, theme.unit * 0.15, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    }
}

}  // namespace

LossData loss_data(const Recording& recording, std::optional<std::int64_t> current) {
    LossData data;
    data.current = current;
    for (std::int64_t i = 0; i < recording.iterations(); ++i) {
        const FramePtr frame = recording.summary(i);
        if (!frame || !frame->loss) break;
        data.loss.push_back(*frame->loss);
    }
    return data;
}

QString LossFigure::title() const { return LossChartWords::tr("Loss of the global batch"); }

QString LossFigure::description() const {
    if (!empty_text().isEmpty()) return empty_text();
    return LossChartWords::tr("%1 iterations, from %2 to %3")
        .arg(integer_text(std::ssize(data_.loss)), number_text(data_.loss.front()),
             number_text(data_.loss.back()));
}

QString LossFigure::empty_text() const {
    return data_.loss.empty()
               ? LossChartWords::tr("No loss yet: it comes with the first forward pass")
               : QString();
}

QString LossFigure::csv() const {
    QString text = QStringLiteral("iteration,loss\n");
    for (std::size_t i = 0; i < data_.loss.size(); ++i)
        text += QStringLiteral("%1,%2\n").arg(i).arg(csv_number(data_.loss[i]));
    return text;
}

std::vector<LegendEntry> LossFigure::legend(const Theme& theme) const {
    std::vector<LegendEntry> entries{{LossChartWords::tr("before each update"), theme.accent}};
    const bool bad = std::any_of(data_.loss.begin(), data_.loss.end(),
                                 [](double loss) { return !std::isfinite(loss); });
    if (bad) entries.push_back({LossChartWords::tr("NaN or infinite"), theme.bad});
    return entries;
}

void LossFigure::build(QChart& chart) const {
    chart.addAxis(new QCategoryAxis, Qt::AlignBottom);
    chart.addAxis(new QCategoryAxis, Qt::AlignLeft);
    attach(chart, new QLineSeries);
    for (const char* which : {"current", "bad"}) {
        auto* points = new QScatterSeries;
        points->setObjectName(QLatin1String(which));
        attach(chart, points);
    }
    chart.legend()->hide();
    chart.setBackgroundVisible(false);
    chart.setMargins(QMargins(0, 0, 0, 0));
}

void LossFigure::update(QChart& chart, const Theme& theme) const {
    const bool log = use_log(data_);
    const std::vector<QList<QPointF>> runs = finite_runs(data_);
    const Span span = span_of(runs, log);
    const double last = std::max(1.0, static_cast<double>(data_.loss.size()) - 1);
    auto& across = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Horizontal).front());
    auto& upward = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Vertical).front());
    std::vector<double> iterations = round_ticks(0, last, 5);
    std::erase_if(iterations, [](double at) { return at != std::floor(at); });
    // Room at both ends, so that the marks there are whole.
    const double edge = 0.025 * last;
    set_ticks(across, -edge, last + edge, iterations,
              [](double at) { return integer_text(static_cast<std::int64_t>(at)); });
    set_ticks(upward, span.low, span.high, round_ticks(span.low, span.high, 4), [log](double at) {
        return log ? log_label(at) : number_text(std::abs(at) < 1e-12 ? 0 : at, 7);
    });
    style_axis(across, theme, false);
    style_axis(upward, theme, true);
    update_lines(chart, runs, theme);

    QList<QPointF> here, bad;
    for (std::size_t i = 0; i < data_.loss.size(); ++i) {
        const double loss = data_.loss[i];
        if (!std::isfinite(loss)) bad << QPointF(static_cast<double>(i), span.high);
        if (data_.current == static_cast<std::int64_t>(i) && std::isfinite(loss))
            here << QPointF(static_cast<double>(i), log ? std::log10(loss) : loss);
    }
    QScatterSeries& current = *named(chart, "current");
    current.replace(here);
    current.setMarkerSize(theme.unit * 0.75);
    current.setColor(theme.accent);
    current.setBorderColor(theme.surface);
    QScatterSeries& failed = *named(chart, "bad");
    failed.replace(bad);
    failed.setMarkerShape(QScatterSeries::MarkerShapeRectangle);
    failed.setMarkerSize(theme.unit * 0.5);
    failed.setColor(theme.bad);
    failed.setBorderColor(theme.bad);
}

}  // namespace ringscope
