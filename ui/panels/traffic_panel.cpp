#include "ui/panels/traffic_panel.h"

#include <QPainter>
#include <algorithm>

#include "core/collective/traffic.h"
#include "ui/figures/number_text.h"
#include "ui/stage/caption.h"

namespace ringscope {

Traffic traffic_of(const RunInfo& info, const Frame& frame) {
    Traffic traffic;
    for (const RankRecord& rank : frame.ranks) traffic.sent.push_back(rank.bytes_sent);
    traffic.ideal = ideal_bytes_per_rank(info.world_size, info.length);
    return traffic;
}

TrafficPanel::TrafficPanel(QWidget* parent) : Panel(parent) {
    setAccessibleName(tr("Bytes sent per device"));
    setToolTip(
        tr("An all-reduce of S bytes over N devices: each sends 2 (N − 1) / N × S at least"));
}

void TrafficPanel::set_theme(const Theme& theme) {
    theme_ = theme;
    setMinimumHeight(qRound(7 * theme.unit));
    update();
}

void TrafficPanel::show_traffic(Traffic traffic) {
    traffic_ = std::move(traffic);
    QStringList lines;
    for (std::size_t r = 0; r < traffic_.sent.size(); ++r)
        lines << tr("%1: %2").arg(device_name(static_cast<Rank>(r)),
                                  bytes_text(static_cast<double>(traffic_.sent[r])));
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    emit note_changed(traffic_.sent.empty() ? QString() : tr("measured"), Tone::plain);
    update();
}

void TrafficPanel::paintEvent(QPaintEvent*) {
    if (traffic_.sent.empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    const double label = QFontMetricsF(theme_.font(0.95)).horizontalAdvance(device_name(88)) + u;
    const QRectF area = QRectF(rect()).adjusted(1.1 * u, 0.2 * u, -1.1 * u, -0.6 * u);
    const double room = area.height() - 2.2 * u;
    const double height = std::min(2.05 * u, room / static_cast<double>(traffic_.sent.size()));
    const QRectF bars(area.left() + label, area.top(), area.width() - label - 4.6 * u,
                      height * static_cast<double>(traffic_.sent.size()));
    const double most =
        static_cast<double>(*std::max_element(traffic_.sent.begin(), traffic_.sent.end()));
    const double scale = bars.width() / std::max({traffic_.ideal * 1.02, most, 1.0});
    for (std::size_t r = 0; r < traffic_.sent.size(); ++r)
        paint_row(
            painter, r,
            QRectF(area.left(), area.top() + height * static_cast<double>(r), area.width(), height),
            bars, scale);

    const double x = bars.left() + traffic_.ideal * scale;
    painter.setPen(QPen(theme_.muted, 0.1 * u, Qt::DashLine));
    painter.drawLine(QPointF(x, bars.top()), QPointF(x, bars.bottom() + 0.3 * u));
    painter.setFont(theme_.font(0.85));
    painter.setPen(theme_.muted);
    painter.drawText(QRectF(area.left(), bars.bottom() + 0.4 * u, area.width(), 1.6 * u),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     tr("┆ formula: 2 (N − 1) / N × S = %1").arg(bytes_text(traffic_.ideal)));
}

void TrafficPanel::paint_row(QPainter& painter, std::size_t rank, const QRectF& row,
                             const QRectF& bars, double scale) const {
    const double u = theme_.unit;
    const double thickness = std::min(0.9 * u, 0.7 * row.height());
    const QRectF track(bars.left(), row.center().y() - thickness / 2, bars.width(), thickness);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.sunken);
    painter.drawRoundedRect(track, 0.2 * u, 0.2 * u);
    QRectF bar = track;
    bar.setWidth(static_cast<double>(traffic_.sent[rank]) * scale);
    if (bar.width() > 0) {
        painter.setBrush(theme_.rank_color(static_cast<Rank>(rank)));
        painter.drawRoundedRect(bar, 0.2 * u, 0.2 * u);
    }
    // Too many ranks for text keep their bars.
    if (row.height() < 1.1 * u) return;
    painter.setFont(theme_.font(0.95));
    painter.setPen(theme_.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, device_name(static_cast<Rank>(rank)));
    painter.setFont(theme_.mono_font(0.9));
    painter.setPen(theme_.muted);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight,
                     bytes_text(static_cast<double>(traffic_.sent[rank])));
}

}  // namespace ringscope
