#include "ui/figures/plot_axis.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/chart_axis.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

int y_tick_count(double height, const Theme& theme) {
    return std::clamp(static_cast<int>(height / (2.6 * theme.unit)), 2, 6);
}

}  // namespace

bool PlotScale::shows(double value) const { return std::isfinite(value) && (!log || value > 0); }

double PlotScale::at(double value) const {
    if (!log) return (value - low) / (high - low);
    return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
}

std::vector<double> PlotScale::ticks(int count, double base) const {
    if (binary) return byte_ticks(high, count);
    if (!log) return round_ticks(low, high, count);
    const double first = std::ceil(std::log(low) / std::log(base) - 1e-9);
    const double last = std::floor(std::log(high) / std::log(base) + 1e-9);
    const double step = std::max(1.0, std::ceil((last - first + 1) / count));
    std::vector<double> all;
    for (double power = first; power <= last; power += step) all.push_back(std::pow(base, power));
    return all;
}

PlotScale PlotScale::covering(const std::vector<double>& values, bool log) {
    PlotScale scale{log ? 1e300 : 0.0, log ? 1e-300 : 0.0, log, false};
    for (const double value : values) {
        if (!scale.shows(value)) continue;
        scale.low = std::min(scale.low, value);
        scale.high = std::max(scale.high, value);
    }
    if (log && scale.low > scale.high) return {1, 10, true, false};
    if (log) return {scale.low / 1.3, scale.high * 1.3, true, false};
    const double room = (scale.high - scale.low) * 0.06;
    scale.high += room;
    if (scale.low < 0) scale.low -= room;
    if (!(scale.high > scale.low)) scale.high = scale.low + 1;
    return scale;
}

double y_axis_width(const PlotScale& scale, const std::function<QString(double)>& label,
                    double height, const Theme& theme) {
    double width = 0;
    for (const double tick : scale.ticks(y_tick_count(height, theme), 10))
        width = std::max(width, text_width(theme.font(0.84), label(tick)));
    return width + 0.8 * theme.unit;
}

void paint_y_axis(QPainter& painter, const QRectF& plot, const PlotScale& scale,
                  const std::function<QString(double)>& label, const Theme& theme) {
    const double u = theme.unit;
    for (const double tick : scale.ticks(y_tick_count(plot.height(), theme), 10)) {
        const double y = plot.bottom() - scale.at(tick) * plot.height();
        if (y < plot.top() - 1 || y > plot.bottom() + 1) continue;
        painter.setPen(QPen(theme.border, 0.07 * u));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        paint_line(painter, QRectF(plot.left() - 20 * u, y - u, 19.5 * u, 2 * u),
                   Qt::AlignRight | Qt::AlignVCenter, theme.font(0.84), theme.muted, label(tick));
    }
}

void paint_x_axis(QPainter& painter, const QRectF& plot, const PlotScale& scale,
                  const Theme& theme) {
    const double u = theme.unit;
    painter.setPen(QPen(theme.strong_border, 0.08 * u));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const int count = std::clamp(static_cast<int>(plot.width() / (4 * u)), 2, 12);
    for (const double tick : scale.ticks(count, 2)) {
        const double x = plot.left() + scale.at(tick) * plot.width();
        if (x < plot.left() - 1 || x > plot.right() + 1) continue;
        painter.setPen(QPen(theme.strong_border, 0.08 * u));
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 0.3 * u));
        paint_line(painter, QRectF(x - 3 * u, plot.bottom() + 0.35 * u, 6 * u, 1.4 * u),
                   Qt::AlignCenter, theme.font(0.84), theme.muted, number_text(tick, 7));
    }
}

}  // namespace ringscope
