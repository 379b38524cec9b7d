#pragma once

#include <QPointF>
#include <functional>
#include <optional>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

// What is measured is drawn as dots, with a solid line where they follow each other; a formula is a
// dashed line without dots.
enum class PlotKind { measured, formula };

struct PlotSeries {
    QString name;
    int color = 0;  // Theme::rank_color; -1: the muted colour of something to compare with
    PlotKind kind = PlotKind::measured;
    std::vector<QPointF> points;  // by rising x; NaN, infinity, and <= 0 on a log axis are left out
};

struct LinePlotData {
    QString stem, title, description;
    QString x_title, y_title;
    std::vector<PlotSeries> series;
    bool log_x = false, log_y = false;
    bool binary_y = false;                  // y is bytes: a linear axis has round numbers of them
    double first_x = 0;                     // where a linear x axis begins
    std::function<QString(double)> y_text;  // null: number_text
    std::optional<double> mark_x;           // a vertical line, with a word
    QString mark_text;
    QString empty_text;  // said instead when no series has a point
};

// Lines over one pair of axes.
class LinePlot : public Figure {
  public:
    explicit LinePlot(LinePlotData data = {}) : data_(std::move(data)) {}

    QString file_stem() const override { return data_.stem; }
    QString title() const override { return data_.title; }
    QString description() const override { return data_.description; }
    QSizeF natural_size() const override { return {38, 24}; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    QString csv() const override;
    const LinePlotData& data() const { return data_; }

  private:
    LinePlotData data_;
};

}  // namespace ringscope
