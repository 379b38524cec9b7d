#include "ui/figures/bytes_sent_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/collective/traffic.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/theme/rank_patch.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct BytesSentWords {
    Q_DECLARE_TR_FUNCTIONS(Traffic)
};

QString row_name(std::size_t rank) { return BytesSentWords::tr("Device %1").arg(rank); }

QString planned_text(const Traffic& traffic) {
    const auto [least, most] = std::minmax_element(traffic.planned.begin(), traffic.planned.end());
    if (traffic.ring)
        return BytesSentWords::tr("┆ formula: 2 (N − 1) / N × S = %1").arg(bytes_text(*most));
    if (*least == *most) return BytesSentWords::tr("┆ by the schedule: %1").arg(bytes_text(*most));
    return BytesSentWords::tr("┆ by the schedule: %1 to %2")
        .arg(bytes_text(*least), bytes_text(*most));
}

}  // namespace

Traffic traffic_of(const RunInfo& info, const Frame& frame) {
    Traffic traffic;
    for (const RankRecord& rank : frame.ranks) traffic.sent.push_back(rank.bytes_sent);
    traffic.planned.assign(traffic.sent.size(), 0);
    for (const Bucket& bucket : info.buckets) {
        traffic.ring = traffic.ring && bucket.schedule.algorithm == "ring";
        for (const Step& step : bucket.schedule.steps)
            for (const Transfer& t : step.transfers)
                traffic.planned[static_cast<std::size_t>(t.from)] +=
                    4.0 * static_cast<double>(
                              bucket.schedule.chunks[static_cast<std::size_t>(t.chunk)].count);
    }
    if (traffic.ring)
        std::fill(traffic.planned.begin(), traffic.planned.end(),
                  ideal_bytes_per_rank(info.world_size, info.length));
    return traffic;
}

QString BytesSentFigure::title() const { return BytesSentWords::tr("Bytes sent per device"); }

QString BytesSentFigure::description() const {
    QStringList lines;
    for (std::size_t r = 0; r < traffic_.sent.size(); ++r)
        lines << BytesSentWords::tr("%1: %2").arg(
            row_name(r), bytes_text(static_cast<double>(traffic_.sent[r])));
    return lines.join(QLatin1Char('\n'));
}

QString BytesSentFigure::csv() const {
    QString text = QStringLiteral("rank,bytes_sent,bytes_planned\n");
    for (std::size_t r = 0; r < traffic_.sent.size(); ++r)
        text += QStringLiteral("%1,%2,%3\n")
                    .arg(r)
                    .arg(traffic_.sent[r])
                    .arg(csv_number(traffic_.planned[r]));
    return text;
}

void BytesSentFigure::paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                                  const FigureParts& parts) const {
    const double u = theme.unit;
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    QRectF bars = area;
    if (parts.title) {
        paint_line(painter, QRectF(area.left(), area.top(), area.width(), 1.8 * u), Qt::AlignLeft,
                   theme.font(1.05, true), theme.text, title());
        bars.setTop(area.top() + 2.4 * u);
    }
    paint_bars(painter, bars, theme);
    painter.restore();
}

void BytesSentFigure::paint_bars(QPainter& painter, const QRectF& area, const Theme& theme) const {
    if (empty()) return;
    const double u = theme.unit;
    const auto ranks = static_cast<double>(traffic_.sent.size());
    const double height = std::min(2.05 * u, (area.height() - 2.2 * u) / ranks);
    const QFont names = theme.font(std::clamp(height / u, 0.75, 0.95));
    const double label = text_width(names, row_name(88)) + u;
    const QRectF bars(area.left() + label, area.top(), area.width() - label - 4.6 * u,
                      height * ranks);
    double most = *std::max_element(traffic_.planned.begin(), traffic_.planned.end()) * 1.02;
    for (const std::int64_t bytes : traffic_.sent)
        most = std::max({most, static_cast<double>(bytes), 1.0});
    const double scale = bars.width() / most;
    // Rows lower than a line of text share one: every second, fourth, ... has its name.
    const auto every =
        static_cast<std::size_t>(std::exp2(std::ceil(std::log2(std::max(1.0, 1.15 * u / height)))));
    for (std::size_t r = 0; r < traffic_.sent.size(); ++r) {
        const QRectF row(area.left(), area.top() + height * static_cast<double>(r), area.width(),
                         height);
        paint_row(painter, r, row, bars, scale, theme);
        if (r % every != 0) continue;
        const QRectF words(row.left(), row.top(), row.width(), std::max(row.height(), 1.1 * u));
        paint_line(painter, words, Qt::AlignLeft, names, theme.text, row_name(r));
        paint_line(painter, words, Qt::AlignRight, theme.mono_font(0.88), theme.muted,
                   bytes_text(static_cast<double>(traffic_.sent[r])));
    }
    painter.setPen(QPen(theme.muted, 0.1 * u, Qt::DashLine));
    for (std::size_t r = 0; r < traffic_.planned.size(); ++r) {
        const double x = bars.left() + traffic_.planned[r] * scale;
        const double top = area.top() + height * static_cast<double>(r);
        painter.drawLine(QPointF(x, top), QPointF(x, top + height));
    }
    paint_line(painter, QRectF(area.left(), bars.bottom() + 0.4 * u, area.width(), 1.6 * u),
               Qt::AlignLeft, theme.font(0.85), theme.muted, planned_text(traffic_));
}

void BytesSentFigure::paint_row(QPainter& painter, std::size_t rank, const QRectF& row,
                                const QRectF& bars, double scale, const Theme& theme) const {
    const double u = theme.unit;
    const double thickness = std::min(0.9 * u, 0.8 * row.height());
    const QRectF track(bars.left(), row.center().y() - thickness / 2, bars.width(), thickness);
    const double radius = std::min(0.2 * u, thickness / 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.sunken);
    painter.drawRoundedRect(track, radius, radius);
    QRectF bar = track;
    bar.setWidth(static_cast<double>(traffic_.sent[rank]) * scale);
    if (bar.width() <= 0) return;
    paint_rank_patch(painter, bar, static_cast<Rank>(rank), theme.with_unit(std::min(u, thickness)),
                     radius);
}

}  // namespace ringscope
