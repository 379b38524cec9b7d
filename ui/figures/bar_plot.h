#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

// One column of stacked parts. A ghost is computed by a formula: hatched in outline, where what is
// measured is filled.
struct BarColumn {
    QString name;
    std::vector<double> parts;  // in the order of BarPlotData::parts; NaN and negatives count as 0
    bool ghost = false;
    QString note = {};  // a second line under the name, such as the formula
};

struct BarPart {
    QString name;
    std::function<QColor(const Theme&)> color;
};

struct BarPlotData {
    QString stem, title, description;
    QString y_title;
    std::vector<BarPart> parts;
    std::vector<BarColumn> columns;
    std::optional<double> limit;  // a dashed line across
    bool binary_y = false;        // y is bytes: round numbers of them at the axis
    QString limit_name;
    std::function<QString(double)> y_text;  // null: number_text
    QString empty_text;                     // said instead when there is no column
};

// Stacked columns, with each one's sum above it.
class BarPlot : public Figure {
  public:
    explicit BarPlot(BarPlotData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return data_.stem; }
    QString title() const override { return data_.title; }
    QString description() const override { return data_.description; }
    QSizeF natural_size() const override { return {38, 24}; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    QString csv() const override;
    const BarPlotData& data() const { return data_; }

  private:
    BarPlotData data_;
};

}  // namespace ringscope
