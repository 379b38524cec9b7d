#include "ui/figures/divergence_chart.h"

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

struct DivergenceWords {
    Q_DECLARE_TR_FUNCTIONS(DivergenceChart)
};

enum class Apart { zero, measured, nan, not_kept };

Apart kind_of_gap(const std::optional<double>& value) {
    if (!value) return Apart::not_kept;
    if (std::isinf(*value)) return Apart::nan;
    return *value > 0 ? Apart::measured : Apart::zero;
}

// In decades; the zero lane is one decade below `low`, what has no size one tenth above `high`.
struct Decades {
    double low = -8, high = 0;

    double zero() const { return low - 1; }
    double top() const { return high + 0.1 * (high - low + 1); }
};

Decades decades_of(const DivergenceData& data) {
    double low = 1e9, high = -1e9;
    for (const auto& value : data.after)
        if (kind_of_gap(value) == Apart::measured) {
            low = std::min(low, std::floor(std::log10(*value)));
            high = std::max(high, std::ceil(std::log10(*value)));
        }
    if (low > high) return {};
    return {low, std::max(high, low + 1)};
}

QAbstractSeries* divergence_series(const QChart& chart, const char* which) {
    for (QAbstractSeries* series : chart.series())
        if (series->objectName() == QLatin1String(which)) return series;
    return nullptr;
}

void put_points(QChart& chart, const char* which, const QList<QPointF>& points, const QColor& color,
                double size) {
    auto& series = *qobject_cast<QScatterSeries*>(divergence_series(chart, which));
    series.replace(points);
    series.setColor(color);
    series.setBorderColor(color);
    series.setMarkerSize(size);
}

}  // namespace

QString DivergenceFigure::title() const {
    return DivergenceWords::tr("How far the replicas are apart");
}

QString DivergenceFigure::description() const {
    if (!empty_text().isEmpty()) return empty_text();
    const auto& last = data_.after.back();
    const QString now = kind_of_gap(last) == Apart::zero ? DivergenceWords::tr("the same bits")
                        : kind_of_gap(last) == Apart::measured ? number_text(*last)
                        : kind_of_gap(last) == Apart::nan
                            ? DivergenceWords::tr("NaN on some devices only")
                            : DivergenceWords::tr("they differ, values not kept");
    return DivergenceWords::tr(
               "Largest difference between any two replicas' parameters over %1 iterations; after "
               "the last: %2")
        .arg(integer_text(std::ssize(data_.after)), now);
}

QString DivergenceFigure::empty_text() const {
    return data_.after.empty()
               ? DivergenceWords::tr("Nothing compared yet: it comes with the first update")
               : QString();
}

QString DivergenceFigure::csv() const {
    QString text = QStringLiteral("iteration,largest_difference\n");
    for (std::size_t i = 0; i < data_.after.size(); ++i)
        text += QStringLiteral("%1,%2\n").arg(i).arg(data_.after[i] ? csv_number(*data_.after[i])
                                                                    : QString());
    return text;
}

std::vector<LegendEntry> DivergenceFigure::legend(const Theme& theme) const {
    std::vector<LegendEntry> entries;
    const auto has = [&](Apart kind) {
        return std::any_of(data_.after.begin(), data_.after.end(),
                           [&](const auto& v) { return kind_of_gap(v) == kind; });
    };
    if (has(Apart::zero)) entries.push_back({DivergenceWords::tr("0: the same bits"), theme.good});
    if (has(Apart::measured))
        entries.push_back({DivergenceWords::tr("largest difference of two"), theme.bad});
    if (has(Apart::nan))
        entries.push_back({DivergenceWords::tr("NaN on some only"), theme.warning});
    if (has(Apart::not_kept))
        entries.push_back({DivergenceWords::tr("differ, not kept"), theme.faint});
    return entries;
}

void DivergenceFigure::build(QChart& chart) const {
    chart.addAxis(new QCategoryAxis, Qt::AlignBottom);
    chart.addAxis(new QCategoryAxis, Qt::AlignLeft);
    const auto add = [&](QAbstractSeries* series, const char* which) {
        series->setObjectName(QLatin1String(which));
        chart.addSeries(series);
        series->attachAxis(chart.axes(Qt::Horizontal).front());
        series->attachAxis(chart.axes(Qt::Vertical).front());
    };
    add(new QLineSeries, "line");
    for (const char* which : {"zero", "measured", "nan", "not_kept", "current"})
        add(new QScatterSeries, which);
    chart.legend()->hide();
    chart.setBackgroundVisible(false);
    chart.setMargins(QMargins(0, 0, 0, 0));
}

void DivergenceFigure::update(QChart& chart, const Theme& theme) const {
    const Decades decades = decades_of(data_);
    const double last = std::max(1.0, static_cast<double>(data_.after.size()) - 1);
    // Replicas that have parted stay parted but for a faultless restart: one line, drawn up to
    // about 1,500 points.
    const std::size_t stride = std::max<std::size_t>(1, data_.after.size() / 1500);
    QList<QPointF> line, zero, measured, nan, not_kept, current;
    QColor current_color = theme.bad;
    for (std::size_t i = 0; i < data_.after.size(); i += stride) {
        const auto x = static_cast<double>(i);
        const auto& value = data_.after[i];
        switch (kind_of_gap(value)) {
            case Apart::zero: zero << QPointF(x, decades.zero()); break;
            case Apart::measured:
                measured << QPointF(x, std::log10(*value));
                line << measured.back();
                break;
            case Apart::nan: nan << QPointF(x, decades.top()); break;
            case Apart::not_kept: not_kept << QPointF(x, decades.top()); break;
        }
    }
    if (const auto at = static_cast<std::size_t>(data_.current.value_or(-1));
        at < data_.after.size()) {
        const Apart kind = kind_of_gap(data_.after[at]);
        const auto x = static_cast<double>(at);
        // What has no value has no place on the scale.
        if (kind == Apart::zero) current << QPointF(x, decades.zero());
        if (kind == Apart::measured) current << QPointF(x, std::log10(*data_.after[at]));
        if (kind == Apart::zero) current_color = theme.good;
    }

    auto& across = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Horizontal).front());
    auto& upward = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Vertical).front());
    std::vector<double> iterations = round_ticks(0, last, 5);
    std::erase_if(iterations, [](double at) { return at != std::floor(at); });
    // Room at all ends, so that the marks there are whole.
    const double edge = 0.025 * last;
    const double margin = 0.08 * (decades.top() - decades.zero());
    set_ticks(across, -edge, last + edge, iterations,
              [](double at) { return integer_text(static_cast<std::int64_t>(at)); });
    std::vector<double> ticks{decades.zero()};
    const double step = std::max(1.0, std::ceil((decades.high - decades.low) / 4));
    for (double at = decades.low; at <= decades.high; at += step) ticks.push_back(at);
    set_ticks(upward, decades.zero() - margin, decades.top() + margin, ticks, [&](double at) {
        return at == decades.zero() ? QStringLiteral("0") : number_text(std::pow(10.0, at), 7);
    });
    style_axis(across, theme, false);
    style_axis(upward, theme, true);
    auto& drawn = *qobject_cast<QLineSeries*>(divergence_series(chart, "line"));
    // Where replicas were the same in between, a line would tell of values that never were.
    const bool unbroken =
        line.isEmpty() || line.size() == 1 + qRound((line.back().x() - line.front().x()) /
                                                    static_cast<double>(stride));
    drawn.replace(unbroken ? line : QList<QPointF>{});
    drawn.setPen(QPen(theme.bad, theme.unit * 0.15, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double dot = theme.unit * (data_.after.size() > 60 ? 0.25 : 0.4);
    put_points(chart, "zero", zero, theme.good, dot);
    put_points(chart, "measured", measured, theme.bad, dot);
    put_points(chart, "nan", nan, theme.warning, dot * 1.3);
    put_points(chart, "not_kept", not_kept, theme.faint, dot * 1.3);
    put_points(chart, "current", current, current_color, theme.unit * 0.75);
}

}  // namespace ringscope
