#include "ui/figures/traffic_chart.h"

#include <QBarSeries>
#include <QBarSet>
#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLineSeries>
#include <algorithm>

#include "core/collective/traffic.h"
#include "ui/figures/chart_axis.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

struct TrafficWords {
    Q_DECLARE_TR_FUNCTIONS(TrafficChart)
};

double most_sent(const TrafficData& data) {
    std::int64_t most = 0;
    for (const std::int64_t bytes : data.sent) most = std::max(most, bytes);
    return std::max(static_cast<double>(most), data.ideal);
}

}  // namespace

TrafficData traffic_data(const Recording& recording) {
    TrafficData data;
    const std::int64_t iterations = recording.iterations();
    FramePtr frame = iterations > 0 ? recording.summary(iterations - 1) : nullptr;
    if (iterations > 1 && !frame->identical) frame = recording.summary(iterations - 2);
    if (!frame) return data;
    for (const RankRecord& rank : frame->ranks) data.sent.push_back(rank.bytes_sent);
    const RunInfo& info = recording.info();
    if (info.world_size > 1) data.ideal = ideal_bytes_per_rank(info.world_size, info.length);
    return data;
}

QString TrafficFigure::title() const {
    return TrafficWords::tr("Bytes sent per device in one iteration");
}

QString TrafficFigure::description() const {
    if (!empty_text().isEmpty()) return empty_text();
    const auto [least, most] = std::minmax_element(data_.sent.begin(), data_.sent.end());
    const QString high = bytes_text(static_cast<double>(*most));
    const QString sent =
        *least == *most
            ? TrafficWords::tr("Every device sent %1, counted as it was sent.").arg(high)
            : TrafficWords::tr("The devices sent %1 to %2, counted as it was sent.")
                  .arg(bytes_text(static_cast<double>(*least)), high);
    return sent + ' ' +
           TrafficWords::tr("By the formula an all-reduce needs 2 (N − 1) / N × S = %1 at least.")
               .arg(bytes_text(data_.ideal));
}

QString TrafficFigure::empty_text() const {
    return most_sent(data_) > 0 ? QString()
                                : TrafficWords::tr("Nothing was sent: there is one device");
}

QString TrafficFigure::csv() const {
    QString text = QStringLiteral("rank,bytes_sent,formula_bytes\n");
    for (std::size_t r = 0; r < data_.sent.size(); ++r)
        text += QStringLiteral("%1,%2,%3\n").arg(r).arg(data_.sent[r]).arg(csv_number(data_.ideal));
    return text;
}

std::vector<LegendEntry> TrafficFigure::legend(const Theme& theme) const {
    return {{TrafficWords::tr("sent, counted"), theme.memory_color(MemoryCategory::communication)},
            {TrafficWords::tr("least possible, by the formula"), theme.muted, true}};
}

void TrafficFigure::build(QChart& chart) const {
    auto* bars = new QBarSeries;
    bars->append(new QBarSet(TrafficWords::tr("sent")));
    bars->setBarWidth(0.58);
    auto* ideal = new QLineSeries;
    auto* across = new QCategoryAxis;
    auto* upward = new QCategoryAxis;
    chart.addSeries(bars);
    chart.addSeries(ideal);
    chart.addAxis(across, Qt::AlignBottom);
    chart.addAxis(upward, Qt::AlignLeft);
    for (QAbstractSeries* series : chart.series()) {
        series->attachAxis(across);
        series->attachAxis(upward);
    }
    chart.legend()->hide();
    chart.setBackgroundVisible(false);
    chart.setMargins(QMargins(0, 0, 0, 0));
}

void TrafficFigure::update(QChart& chart, const Theme& theme) const {
    auto& bars = *qobject_cast<QBarSeries*>(chart.series().front());
    auto& ideal = *qobject_cast<QLineSeries*>(chart.series().back());
    auto& across = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Horizontal).front());
    auto& upward = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Vertical).front());
    QBarSet& set = *bars.barSets().front();
    set.remove(0, set.count());
    for (const std::int64_t bytes : data_.sent) set.append(static_cast<double>(bytes));
    set.setColor(theme.memory_color(MemoryCategory::communication));
    set.setBorderColor(theme.surface);

    const auto ranks = static_cast<int>(std::max<std::size_t>(1, data_.sent.size()));
    std::vector<double> at;
    for (int r = 0; r < ranks; r += ranks > 32 ? 8 : ranks > 16 ? 4 : 1) at.push_back(r);
    set_ticks(across, -0.5, ranks - 0.5, at,
              [](double rank) { return QString::number(static_cast<int>(rank)); });
    const double most = std::max(1.0, most_sent(data_)) * 1.08;
    set_ticks(upward, 0, most, byte_ticks(most, 4), [](double bytes) { return bytes_text(bytes); });
    style_axis(across, theme, false);
    style_axis(upward, theme, true);
    ideal.setVisible(data_.ideal > 0);
    ideal.replace(QList<QPointF>{{-0.5, data_.ideal}, {ranks - 0.5, data_.ideal}});
    QPen pen(theme.muted, theme.unit * 0.12, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 4});
    ideal.setPen(pen);
}

}  // namespace ringscope
