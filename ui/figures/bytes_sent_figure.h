#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/frame.h"
#include "ui/figures/figure.h"

namespace ringscope {

// Bytes that each rank has sent in this iteration so far, against those of the whole iteration.
struct Traffic {
    std::vector<std::int64_t> sent;  // [rank], counted where the command was enqueued
    // What it comes to in the end; a formula or the schedule's own sum, not a measurement.
    std::vector<double> planned;  // [rank]
    bool ring = true;             // planned is 2 (N - 1) / N x 4 L for every rank
};
Traffic traffic_of(const RunInfo& info, const Frame& frame);

// A bar a rank, and a dashed line where the plan says that it ends.
class BytesSentFigure : public Figure {
  public:
    explicit BytesSentFigure(Traffic traffic = {}) : traffic_(std::move(traffic)) {}

    const Traffic& traffic() const { return traffic_; }
    bool empty() const { return traffic_.sent.empty(); }

    QString file_stem() const override { return QStringLiteral("bytes-sent"); }
    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override { return {30, 22}; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override {
        paint_parts(painter, area, theme, {});
    }
    // The line below the bars is their legend; the bars say in numbers what a caption would.
    void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                     const FigureParts& parts) const override;
    QString csv() const override;

    // The bars without a title, as a panel shows them below its own heading.
    void paint_bars(QPainter& painter, const QRectF& area, const Theme& theme) const;

  private:
    void paint_row(QPainter& painter, std::size_t rank, const QRectF& row, const QRectF& bars,
                   double scale, const Theme& theme) const;

    Traffic traffic_;
};

}  // namespace ringscope
