#include "ui/figures/chart_axis.h"

#include <QCategoryAxis>
#include <cmath>

#include "ui/theme/theme.h"

namespace ringscope {

namespace {

std::vector<double> multiples(double low, double high, double step) {
    std::vector<double> ticks;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12) + step * 1e-9;
         ++i) {
        ticks.push_back(i * step);
        if (ticks.size() > 64) break;  // numbers so large that a step is lost in rounding
    }
    return ticks;
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
    const double rough = (high - low) / count;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return multiples(low, high, factor * power);
    return multiples(low, high, 10 * power);
}

std::vector<double> byte_ticks(double high, int count) {
    const double step = std::exp2(std::ceil(std::log2(std::max(1.0, high / count))));
    return multiples(0, high, step);
}

void set_ticks(QCategoryAxis& axis, double low, double high, const std::vector<double>& ticks,
               const std::function<QString(double)>& label) {
    for (const QString& old : axis.categoriesLabels()) axis.remove(old);
    axis.setStartValue(low);
    axis.setRange(low, high);
    for (const double tick : ticks) axis.append(label(tick), tick);
}

void style_axis(QCategoryAxis& axis, const Theme& theme, bool grid) {
    axis.setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis.setLabelsFont(theme.font(0.84));
    axis.setLabelsBrush(theme.muted);
    axis.setLinePen(QPen(theme.strong_border, theme.unit * 0.08));
    axis.setGridLineVisible(grid);
    axis.setGridLinePen(QPen(theme.border, theme.unit * 0.07));
    axis.setTruncateLabels(false);
}

}  // namespace ringscope
