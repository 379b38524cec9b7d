#pragma once

#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

class QPainter;

namespace ringscope {

struct Theme;

// Maps values to [0, 1]; linear or logarithmic.
struct PlotScale {
    double low = 0, high = 1;  // low < high; both > 0 when log
    bool log = false;
    bool binary = false;  // linear, with round numbers of bytes for ticks

    bool shows(double value) const;  // finite, and above 0 on a log scale
    double at(double value) const;   // may be outside 0 .. 1
    // Round values inside; on a log scale powers of `base`, thinned out to about `count`.
    std::vector<double> ticks(int count, double base) const;

    // Covers the values: from 0 on a linear scale, with a little room above.
    static PlotScale covering(const std::vector<double>& values, bool log);
};

// Horizontal grid lines with labels at the left of `plot`.
void paint_y_axis(QPainter& painter, const QRectF& plot, const PlotScale& scale,
                  const std::function<QString(double)>& label, const Theme& theme);
// Labels below `plot`.
void paint_x_axis(QPainter& painter, const QRectF& plot, const PlotScale& scale,
                  const Theme& theme);
// Room that the labels of paint_y_axis take.
double y_axis_width(const PlotScale& scale, const std::function<QString(double)>& label,
                    double height, const Theme& theme);

}  // namespace ringscope
