#include "ui/figures/memory_chart.h"

#include <QBarSet>
#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLineSeries>
#include <QStackedBarSeries>
#include <algorithm>

#include "ui/figures/chart_axis.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

struct MemoryChartWords {
    Q_DECLARE_TR_FUNCTIONS(MemoryChart)
};

std::int64_t largest(const MemoryData& data) {
    std::int64_t most = 0;
    for (const MemoryUse& use : data.ranks) most = std::max(most, total(use));
    return most;
}

template <class Wanted, class List>
Wanted* find(const List& list) {
    for (auto* item : list)
        if (auto* found = qobject_cast<Wanted*>(item)) return found;
    return nullptr;
}

void update_bars(QStackedBarSeries& bars, const MemoryData& data, const Theme& theme) {
    const QList<QBarSet*> sets = bars.barSets();
    for (int c = 0; c < memory_categories; ++c) {
        QBarSet& set = *sets[c];
        const auto count = static_cast<int>(data.ranks.size());
        if (set.count() > count) set.remove(count, set.count() - count);
        for (int r = 0; r < count; ++r) {
            const auto bytes = static_cast<double>(
                data.ranks[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]);
            if (r < set.count())
                set.replace(r, bytes);
            else
                set.append(bytes);
        }
        set.setColor(theme.memory_color(static_cast<MemoryCategory>(c)));
        set.setBorderColor(theme.surface);
    }
}

}  // namespace

QString category_title(MemoryCategory category) {
    switch (category) {
        case MemoryCategory::parameters: return MemoryChartWords::tr("parameters");
        case MemoryCategory::gradients: return MemoryChartWords::tr("gradients");
        case MemoryCategory::optimizer_state: return MemoryChartWords::tr("optimizer state");
        case MemoryCategory::activations: return MemoryChartWords::tr("activations");
        case MemoryCategory::input: return MemoryChartWords::tr("input");
        case MemoryCategory::communication: return MemoryChartWords::tr("communication");
    }
    return {};
}

MemoryData memory_data(const RunInfo& info, const Frame& frame) {
    MemoryData data;
    for (const RankRecord& rank : frame.ranks) data.ranks.push_back(rank.memory);
    data.budget_bytes = info.memory_budget_bytes;
    return data;
}

QString MemoryFigure::title() const { return MemoryChartWords::tr("Memory per device"); }

QString MemoryFigure::description() const {
    if (!empty_text().isEmpty()) return empty_text();
    QStringList parts;
    for (std::size_t r = 0; r < data_.ranks.size(); ++r)
        parts << MemoryChartWords::tr("Device %1: %2")
                     .arg(r)
                     .arg(bytes_text(static_cast<double>(total(data_.ranks[r]))));
    if (data_.budget_bytes)
        parts << MemoryChartWords::tr("budget: %1")
                     .arg(bytes_text(static_cast<double>(*data_.budget_bytes)));
    return parts.join(QStringLiteral("; "));
}

QString MemoryFigure::empty_text() const {
    return largest(data_) > 0 ? QString()
                              : MemoryChartWords::tr("This run allocates no training memory");
}

QString MemoryFigure::csv() const {
    QString text = QStringLiteral("rank");
    for (int c = 0; c < memory_categories; ++c)
        text += ',' + QString::fromLatin1(name(static_cast<MemoryCategory>(c))) +
                QStringLiteral("_bytes");
    text += QStringLiteral(",total_bytes,budget_bytes\n");
    for (std::size_t r = 0; r < data_.ranks.size(); ++r) {
        text += QString::number(r);
        for (const std::int64_t bytes : data_.ranks[r]) text += ',' + QString::number(bytes);
        text += ',' + QString::number(total(data_.ranks[r])) + ',';
        if (data_.budget_bytes) text += QString::number(*data_.budget_bytes);
        text += '\n';
    }
    return text;
}

std::vector<LegendEntry> MemoryFigure::legend(const Theme& theme) const {
    std::vector<LegendEntry> entries;
    for (int c = 0; c < memory_categories; ++c) {
        const auto category = static_cast<MemoryCategory>(c);
        const bool used =
            std::any_of(data_.ranks.begin(), data_.ranks.end(),
                        [&](const MemoryUse& use) { return use[static_cast<std::size_t>(c)] > 0; });
        if (used) entries.push_back({category_title(category), theme.memory_color(category)});
    }
    if (data_.budget_bytes)
        entries.push_back({MemoryChartWords::tr("budget %1")
                               .arg(bytes_text(static_cast<double>(*data_.budget_bytes))),
                           theme.bad, true});
    return entries;
}

void MemoryFigure::build(QChart& chart) const {
    auto* bars = new QStackedBarSeries;
    for (int c = 0; c < memory_categories; ++c)
        bars->append(new QBarSet(category_title(static_cast<MemoryCategory>(c))));
    bars->setBarWidth(0.58);
    auto* budget = new QLineSeries;
    auto* across = new QCategoryAxis;
    auto* upward = new QCategoryAxis;
    chart.addSeries(bars);
    chart.addSeries(budget);
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

void MemoryFigure::update(QChart& chart, const Theme& theme) const {
    auto& bars = *find<QStackedBarSeries>(chart.series());
    auto& budget = *find<QLineSeries>(chart.series());
    auto& across = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Horizontal).front());
    auto& upward = *qobject_cast<QCategoryAxis*>(chart.axes(Qt::Vertical).front());
    update_bars(bars, data_, theme);

    const auto ranks = static_cast<int>(std::max<std::size_t>(1, data_.ranks.size()));
    std::vector<double> at;
    for (int r = 0; r < ranks; r += ranks > 32 ? 8 : ranks > 16 ? 4 : 1) at.push_back(r);
    set_ticks(across, -0.5, ranks - 0.5, at,
              [](double rank) { return QString::number(static_cast<int>(rank)); });
    const auto limit = static_cast<double>(data_.budget_bytes.value_or(0));
    const double most = std::max({static_cast<double>(largest(data_)), limit, 1.0}) * 1.08;
    set_ticks(upward, 0, most, byte_ticks(most, 4), [](double bytes) { return bytes_text(bytes); });
    style_axis(across, theme, false);
    style_axis(upward, theme, true);

    budget.setVisible(data_.budget_bytes.has_value());
    budget.replace(QList<QPointF>{{-0.5, limit}, {ranks - 0.5, limit}});
    QPen pen(theme.bad, theme.unit * 0.12, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 4});
    budget.setPen(pen);
}

}  // namespace ringscope
