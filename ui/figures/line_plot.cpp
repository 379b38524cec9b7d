#include "ui/figures/line_plot.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>

#include "ui/figures/chart_figure.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/figures/plot_axis.h"

namespace ringscope {

namespace {

struct Axes {
    PlotScale x, y;
    QRectF plot;

    bool shows(const QPointF& point) const { return x.shows(point.x()) && y.shows(point.y()); }
    QPointF at(const QPointF& point) const {
        return {plot.left() + x.at(point.x()) * plot.width(),
                plot.bottom() - y.at(point.y()) * plot.height()};
    }
};

QColor color_of(const PlotSeries& series, const Theme& theme) {
    return series.color < 0 ? theme.muted : theme.rank_color(series.color);
}

// Lines of places on the page, broken where a value cannot be shown. Where many points share a
// column of a third of a unit, the line goes through the first, lowest, highest and last of them:
// all of them together would cover the same ink.
std::vector<QPolygonF> lines_of(const PlotSeries& series, const Axes& axes, const Theme& theme) {
    std::vector<QPolygonF> lines(1);
    const double column = theme.unit / 3;
    for (const QPointF& point : series.points) {
        if (!axes.shows(point)) {
            if (!lines.back().empty()) lines.emplace_back();
            continue;
        }
        QPolygonF& line = lines.back();
        const QPointF at = axes.at(point);
        const qsizetype n = line.size();
        // The last four places of the line are those of its newest column.
        const bool full = n >= 4 && at.x() - line[n - 4].x() < column;
        if (!full) {
            line << at;
            continue;
        }
        QPointF &low = line[n - 3], &high = line[n - 2], &last = line[n - 1];
        if (last.y() > low.y()) low = last;
        if (last.y() < high.y()) high = last;
        last = at;
    }
    return lines;
}

// Of several series that are the same points, which one this is.
struct Coincidence {
    int index = 0, count = 1;
};

Coincidence coincidence(const std::vector<PlotSeries>& all, const PlotSeries& series) {
    Coincidence found{0, 0};
    for (const PlotSeries& other : all) {
        // A series with NaN is not equal even to itself.
        if (&other != &series && other.points != series.points) continue;
        if (&other == &series) found.index = found.count;
        ++found.count;
    }
    return found;
}

// Lines that coincide take turns, and dots lie within each other, so that all are seen.
void paint_series(QPainter& painter, const PlotSeries& series, const Axes& axes,
                  const Coincidence& same, const Theme& theme) {
    constexpr std::size_t most_dots = 200;  // more would hide the line
    const QColor color = color_of(series, theme);
    const bool formula = series.kind == PlotKind::formula;
    QPainterPath path;
    for (const QPolygonF& line : lines_of(series, axes, theme)) path.addPolygon(line);
    QPen pen(color, theme.unit * (formula ? 0.12 : 0.16),
             formula ? Qt::CustomDashLine : Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (same.count > 1) {
        pen.setStyle(Qt::CustomDashLine);
        pen.setDashPattern({4, 4.0 * (same.count - 1)});
        pen.setDashOffset(4.0 * (same.count - same.index));
    } else if (formula) {
        pen.setDashPattern({4, 2.5});
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    if (formula || series.points.size() > most_dots) return;
    painter.setPen(QPen(theme.surface, theme.unit * 0.1));
    painter.setBrush(color);
    const double radius = 0.36 * theme.unit * (same.count - same.index) / same.count;
    for (const QPointF& point : series.points)
        if (axes.shows(point)) painter.drawEllipse(axes.at(point), radius, radius);
}

void paint_mark(QPainter& painter, double x, const QString& text, const Axes& axes,
                const Theme& theme) {
    if (!axes.x.shows(x) || axes.x.at(x) < 0 || axes.x.at(x) > 1) return;
    const double u = theme.unit, at = axes.plot.left() + axes.x.at(x) * axes.plot.width();
    painter.setPen(QPen(theme.accent, 0.12 * u));
    painter.drawLine(QPointF(at, axes.plot.top()), QPointF(at, axes.plot.bottom()));
    const bool left = axes.x.at(x) > 0.5;
    const double room = (left ? at - axes.plot.left() : axes.plot.right() - at) - 0.4 * u;
    const QRectF place(left ? at - 0.4 * u - room : at + 0.4 * u, axes.plot.top(), room, 1.4 * u);
    QRectF behind = place;
    behind.setWidth(std::min(room, text_width(theme.font(0.84, true), text)));
    if (left) behind.moveRight(place.right());
    painter.fillRect(behind, theme.surface);  // no line goes through the words
    paint_line(painter, place, left ? Qt::AlignRight : Qt::AlignLeft, theme.font(0.84, true),
               theme.accent, text);
}

}  // namespace

void LinePlot::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double u = theme.unit;
    // A small card has a heading of its own and no room for two.
    const bool tight = area.height() < 17 * u;
    const double head = tight ? 0 : 1.8 * u;
    if (!tight)
        paint_line(painter, QRectF(area.left(), area.top(), area.width(), head), Qt::AlignLeft,
                   theme.font(1.05, true), theme.text, title());
    std::vector<double> xs, ys;
    std::vector<LegendEntry> legend;
    for (const PlotSeries& series : data_.series) {
        for (const QPointF& point : series.points) {
            xs.push_back(point.x());
            ys.push_back(point.y());
        }
        if (!series.points.empty())
            legend.push_back(
                {series.name, color_of(series, theme), series.kind == PlotKind::formula});
    }
    if (xs.empty()) {
        paint_line(painter, area.adjusted(0, head, 0, 0), Qt::AlignCenter, theme.font(1),
                   theme.muted, data_.empty_text);
        painter.restore();
        return;
    }
    const auto label = data_.y_text ? data_.y_text : [](double y) { return number_text(y, 7); };
    Axes axes{PlotScale::covering(xs, data_.log_x), PlotScale::covering(ys, data_.log_y), {}};
    if (!data_.log_x && data_.first_x < axes.x.high) axes.x.low = data_.first_x;
    axes.y.binary = data_.binary_y && !data_.log_y;
    const double low = legend_height(legend, area.width(), theme);
    const double height = area.height() - low - head - 4.6 * u;
    const double left = y_axis_width(axes.y, label, height, theme);
    axes.plot = QRectF(area.left() + left, area.top() + head + 1.6 * u,
                       area.width() - left - 0.8 * u, height);
    paint_line(painter, QRectF(area.left(), area.top() + head - 0.1 * u, area.width(), 1.4 * u),
               Qt::AlignLeft, theme.font(0.84), theme.muted, data_.y_title);
    paint_y_axis(painter, axes.plot, axes.y, label, theme);
    paint_x_axis(painter, axes.plot, axes.x, theme);
    paint_line(painter,
               QRectF(axes.plot.left(), axes.plot.bottom() + 1.6 * u, axes.plot.width(), 1.3 * u),
               Qt::AlignRight, theme.font(0.84), theme.muted, data_.x_title);
    // What is measured lies on top of the formulas.
    for (const PlotKind kind : {PlotKind::formula, PlotKind::measured})
        for (const PlotSeries& series : data_.series)
            if (series.kind == kind)
                paint_series(painter, series, axes, coincidence(data_.series, series), theme);
    if (data_.mark_x) paint_mark(painter, *data_.mark_x, data_.mark_text, axes, theme);
    paint_legend(painter, QRectF(area.left(), area.bottom() - low, area.width(), low), legend,
                 theme);
    painter.restore();
}

QString LinePlot::csv() const {
    QString text = QStringLiteral("series,kind,x,y\n");
    for (const PlotSeries& series : data_.series)
        for (const QPointF& point : series.points)
            text += QStringLiteral("\"%1\",%2,%3,%4\n")
                        .arg(series.name,
                             series.kind == PlotKind::formula ? QStringLiteral("formula")
                                                              : QStringLiteral("measured"),
                             csv_number(point.x()), csv_number(point.y()));
    return text;
}

}  // namespace ringscope
