#include "ui/figures/bar_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/chart_figure.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/figures/plot_axis.h"

namespace ringscope {

namespace {

double shown(double part) { return part > 0 ? part : 0; }

// Of the plot's height: what is without bounds fills it.
double height_of(const PlotScale& scale, double value) {
    return std::isfinite(value) ? scale.at(value) : 1;
}

double sum_of(const BarColumn& column) {
    double sum = 0;
    for (const double part : column.parts) sum += shown(part);
    return sum;
}

// The largest letters in which a text is no wider than its column.
QFont column_font(const QString& text, double width, bool bold, const Theme& theme) {
    for (const double size : {0.84, 0.76})
        if (text_width(theme.font(size, bold), text) <= width) return theme.font(size, bold);
    return theme.font(0.68);
}

void paint_part(QPainter& painter, const QRectF& box, const QColor& color, bool ghost,
                const Theme& theme) {
    if (box.height() <= 0) return;
    if (!ghost) {
        painter.fillRect(box, color);
        return;
    }
    QColor soft = color;
    soft.setAlphaF(0.16F);
    painter.fillRect(box, soft);
    painter.fillRect(box, QBrush(color, Qt::BDiagPattern));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 0.09 * theme.unit, Qt::DashLine));
    painter.drawRect(box);
}

void paint_column(QPainter& painter, const QRectF& room, const BarColumn& column,
                  const std::vector<BarPart>& parts, const PlotScale& scale, const QString& sum,
                  double limit, bool noted, const Theme& theme) {
    const double u = theme.unit;
    QRectF bar = room;
    bar.setWidth(std::min(room.width() * 0.62, 5 * u));
    bar.moveCenter(QPointF(room.center().x(), room.center().y()));
    double y = bar.bottom();
    for (std::size_t p = 0; p < parts.size() && p < column.parts.size(); ++p) {
        const double height =
            std::min(height_of(scale, shown(column.parts[p])) * room.height(), y - room.top());
        paint_part(painter, QRectF(bar.left(), y - height, bar.width(), height),
                   parts[p].color(theme), column.ghost, theme);
        y -= height;
    }
    // The limit's line would go through the number.
    if (y - 1.5 * u < limit && limit < y) y = limit;
    paint_line(painter, QRectF(room.left(), y - 1.5 * u, room.width(), 1.4 * u), Qt::AlignCenter,
               column_font(sum, room.width(), true, theme), theme.text, sum);
    paint_line(painter, QRectF(room.left(), room.bottom() + 0.3 * u, room.width(), 1.5 * u),
               Qt::AlignCenter, column_font(column.name, room.width(), false, theme), theme.muted,
               column.name);
    if (noted)
        paint_line(painter, QRectF(room.left(), room.bottom() + 1.6 * u, room.width(), 1.4 * u),
                   Qt::AlignCenter, column_font(column.note, room.width(), false, theme),
                   theme.muted, column.note);
}

}  // namespace

void BarPlot::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double u = theme.unit;
    // A small card has a heading of its own, and no room for it, the legend and bars.
    const bool tight = area.height() < 17 * u, tiny = area.height() < 11 * u;
    const double head = tight ? 0 : 1.8 * u;
    if (!tight)
        paint_line(painter, QRectF(area.left(), area.top(), area.width(), head), Qt::AlignLeft,
                   theme.font(1.05, true), theme.text, title());
    if (data_.columns.empty()) {
        paint_line(painter, area.adjusted(0, head, 0, 0), Qt::AlignCenter, theme.font(1),
                   theme.muted, data_.empty_text);
        painter.restore();
        return;
    }
    const auto label = data_.y_text ? data_.y_text : [](double y) { return number_text(y, 7); };
    std::vector<double> sums;
    for (const BarColumn& column : data_.columns) sums.push_back(sum_of(column) * 1.06);
    if (data_.limit) sums.push_back(*data_.limit);
    PlotScale scale = PlotScale::covering(sums, false);
    scale.binary = data_.binary_y;
    std::vector<LegendEntry> legend;
    for (const BarPart& part : data_.parts) legend.push_back({part.name, part.color(theme)});
    if (data_.limit) legend.push_back({data_.limit_name, theme.bad, true});
    if (tight) legend.clear();
    const double low = legend_height(legend, area.width(), theme);
    const bool noted =
        !tiny && std::any_of(data_.columns.begin(), data_.columns.end(),
                             [](const BarColumn& column) { return !column.note.isEmpty(); });
    const double above = tiny ? 1.5 * u : head + 1.6 * u;
    const double height = area.height() - low - above - (noted ? 3.7 : 2.4) * u;
    const double left = y_axis_width(scale, label, height, theme);
    const QRectF plot(area.left() + left, area.top() + above, area.width() - left, height);
    if (!tiny)
        paint_line(painter, QRectF(area.left(), area.top() + head - 0.1 * u, area.width(), 1.4 * u),
                   Qt::AlignLeft, theme.font(0.84), theme.muted, data_.y_title);
    paint_y_axis(painter, plot, scale, label, theme);
    const double limit = data_.limit
                             ? plot.bottom() - height_of(scale, *data_.limit) * plot.height()
                             : plot.bottom();
    const double each = plot.width() / static_cast<double>(data_.columns.size());
    for (std::size_t c = 0; c < data_.columns.size(); ++c)
        paint_column(
            painter,
            QRectF(plot.left() + each * static_cast<double>(c), plot.top(), each, plot.height()),
            data_.columns[c], data_.parts, scale, label(sum_of(data_.columns[c])), limit, noted,
            theme);
    painter.setPen(QPen(theme.strong_border, 0.08 * u));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    if (data_.limit) {
        painter.setPen(QPen(theme.bad, 0.12 * u, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), limit), QPointF(plot.right(), limit));
    }
    paint_legend(painter, QRectF(area.left(), area.bottom() - low, area.width(), low), legend,
                 theme);
    painter.restore();
}

QString BarPlot::csv() const {
    QString text = QStringLiteral("column,kind");
    for (const BarPart& part : data_.parts) text += QStringLiteral(",\"%1\"").arg(part.name);
    text += QStringLiteral(",sum\n");
    for (const BarColumn& column : data_.columns) {
        text += QStringLiteral("\"%1\",%2")
                    .arg(column.name,
                         column.ghost ? QStringLiteral("formula") : QStringLiteral("measured"));
        for (const double part : column.parts) text += ',' + csv_number(part);
        text += ',' + csv_number(sum_of(column)) + '\n';
    }
    return text;
}

}  // namespace ringscope
