#include "ui/figures/chart_figure.h"

#include <QGraphicsScene>
#include <QPainter>

#include "ui/figures/paint_text.h"

namespace ringscope {

namespace {

struct Placed {
    QRectF mark, text;
};

// Entries flow from left to right and break into lines.
std::vector<Placed> flow(const std::vector<LegendEntry>& entries, const QRectF& area,
                         const Theme& theme) {
    const double u = theme.unit, mark = u * 0.75, line = u * 1.45;
    const QFont font = theme.font(0.84);
    std::vector<Placed> placed;
    double x = area.left(), y = area.top();
    for (const LegendEntry& entry : entries) {
        const double text = text_width(font, entry.text) + 1,
                     patch = entry.dashed_line ? 2 * mark : mark;
        const double width = patch + u * 0.4 + text;
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += line;
        }
        placed.push_back({QRectF(x, y + (line - mark) / 2, patch, mark),
                          QRectF(x + patch + u * 0.4, y, text, line)});
        x += width + u * 1.1;
    }
    return placed;
}

}  // namespace

double legend_height(const std::vector<LegendEntry>& entries, double width, const Theme& theme) {
    if (entries.empty()) return 0;
    return flow(entries, QRectF(0, 0, width, 0), theme).back().text.bottom();
}

void paint_legend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                  const Theme& theme) {
    const std::vector<Placed> placed = flow(entries, area, theme);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QRectF& mark = placed[i].mark;
        if (entries[i].dashed_line) {
            QPen pen(entries[i].color, theme.unit * 0.13, Qt::CustomDashLine, Qt::FlatCap);
            pen.setDashPattern({3, 2});
            painter.setPen(pen);
            painter.drawLine(QPointF(mark.left(), mark.center().y()),
                             QPointF(mark.right(), mark.center().y()));
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(entries[i].color);
            painter.drawRoundedRect(mark, theme.unit * 0.15, theme.unit * 0.15);
        }
        paint_line(painter, placed[i].text, Qt::AlignLeft, theme.font(0.84), theme.muted,
                   entries[i].text);
    }
}

void paint_empty_text(QPainter& painter, const QRectF& area, const QString& text,
                      const Theme& theme) {
    const QFont font = theme.font(0.95);
    const double line = 1.5 * theme.unit;
    const QStringList lines = wrapped(text, font, area.width() - theme.unit, 4);
    double y = area.center().y() - line * static_cast<double>(lines.size()) / 2;
    for (const QString& part : lines) {
        paint_line(painter, QRectF(area.left(), y, area.width(), line), Qt::AlignHCenter, font,
                   theme.muted, part);
        y += line;
    }
}

void ChartFigure::paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                              const FigureParts& parts) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double u = theme.unit;
    QRectF body = area;
    if (parts.title) {
        paint_line(painter, QRectF(area.left(), area.top(), area.width(), 1.8 * u), Qt::AlignLeft,
                   theme.font(1.05, true), theme.text, title());
        body.setTop(area.top() + 2 * u);
    }
    if (!empty_text().isEmpty()) {
        paint_empty_text(painter, body, empty_text(), theme);
        painter.restore();
        return;
    }
    if (parts.caption && area.height() > 16 * u) {
        const QFont font = theme.font(0.92);
        const QStringList lines = wrapped(description(), font, area.width(), 2);
        body.setBottom(area.bottom() - 1.5 * u * static_cast<double>(lines.size()));
        QRectF line(area.left(), body.bottom(), area.width(), 1.5 * u);
        for (const QString& text : lines) {
            paint_line(painter, line, Qt::AlignLeft, font, theme.muted, text);
            line.translate(0, 1.5 * u);
        }
    }
    const std::vector<LegendEntry> entries = legend(theme);
    if (parts.legend) {
        const double low = legend_height(entries, area.width(), theme);
        body.setBottom(body.bottom() - low - 0.3 * u);
        paint_legend(painter, QRectF(area.left(), body.bottom() + 0.2 * u, area.width(), low),
                     entries, theme);
    }
    auto* chart = new QChart;
    QGraphicsScene scene;
    scene.addItem(chart);  // and owns it
    build(*chart);
    update(*chart, theme);
    chart->resize(body.size());
    scene.setSceneRect(QRectF(QPointF(0, 0), body.size()));
    scene.render(&painter, body, scene.sceneRect());
    painter.restore();
}

}  // namespace ringscope
