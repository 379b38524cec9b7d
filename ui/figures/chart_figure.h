#pragma once

#include <QChart>
#include <memory>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

struct LegendEntry {
    QString text;
    QColor color;
    bool dashed_line = false;  // a line instead of a patch
};

// A chart as data. It fills a QChart, which a widget keeps on screen or an export throws away.
class ChartFigure : public Figure {
  public:
    // Builds axes and series on an empty chart, once.
    virtual void build(QChart& chart) const = 0;
    // Puts data and colours into a chart that build() of the same class has made.
    virtual void update(QChart& chart, const Theme& theme) const = 0;
    virtual std::vector<LegendEntry> legend(const Theme& theme) const = 0;
    // Said in the middle instead of a chart; empty when there is something to draw.
    virtual QString empty_text() const = 0;

    QSizeF natural_size() const override { return {36, 25}; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override {
        paint_parts(painter, area, theme, {});
    }
    void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                     const FigureParts& parts) const override;
};

// What is said in the middle where there is no chart yet.
void paint_empty_text(QPainter& painter, const QRectF& area, const QString& text,
                      const Theme& theme);

// Height that the legend needs at that width; it wraps into lines.
double legend_height(const std::vector<LegendEntry>& entries, double width, const Theme& theme);
void paint_legend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                  const Theme& theme);

}  // namespace ringscope
