#pragma once

#include <optional>
#include <vector>

#include "core/trace/iteration_timeline.h"
#include "core/trace/recording.h"
#include "ui/figures/chart_figure.h"

namespace ringscope {

struct IterationData {
    IterationTimeline timeline;
    std::size_t buckets = 1;  // of the run

    bool operator==(const IterationData&) const = default;
};
// Of the free run where the iteration was one, also when its steps were made again; else of its
// watched frames.
IterationData iteration_data(const Recording& recording, std::int64_t iteration);

// When each device computed and when its gradient was reduced, in one iteration: two lanes a
// device, from left to right in milliseconds. The part of an all-reduce in which the device also
// computed is darker.
class IterationFigure : public Figure {
  public:
    explicit IterationFigure(IterationData data) : data_(std::move(data)) {}

    const IterationTimeline& timeline() const { return data_.timeline; }
    bool empty() const { return data_.timeline.spans.empty(); }
    // Of the time of all-reduces, the part in which the device also computed. Empty where nothing
    // was reduced, or step by step.
    std::optional<double> overlap() const;

    QString file_stem() const override { return QStringLiteral("iteration-timeline"); }
    QString title() const override;
    QString description() const override;  // with the measured overlap
    QSizeF natural_size() const override;
    // As a card shows it, below a heading of its own.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override {
        paint_parts(painter, area.adjusted(0, 0.4 * theme.unit, 0, 0), theme, {false, true, true});
    }
    void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                     const FigureParts& parts) const override;
    QString csv() const override;

  private:
    std::vector<LegendEntry> legend(const Theme& theme) const;
    void paint_lanes(QPainter& painter, const QRectF& area, const Theme& theme) const;

    IterationData data_;
};

}  // namespace ringscope
