#pragma once

#include <QRectF>
#include <cstdint>
#include <vector>

#include "ui/playback/iteration_plan.h"

namespace ringscope {

// A run of frames of one phase and bucket: one coloured block.
struct TimelineBlock {
    FramePhase phase = FramePhase::start;
    int bucket = 0;
    int first_frame = 0;
    int frames = 1;
    QRectF rect;
};

// Which pixel belongs to which frame: pure numbers, no window. `area` is given in painter
// coordinates; `unit` is the text size.
class TimelineGeometry {
  public:
    TimelineGeometry() = default;
    // iterations >= 0: how many the recording has (the strip shows one mark for each).
    TimelineGeometry(const std::vector<PlannedFrame>& plan, std::int64_t iterations,
                     const QRectF& area, double unit);

    const std::vector<TimelineBlock>& blocks() const { return blocks_; }
    int frames() const { return static_cast<int>(slots_.size()); }
    QRectF slot(int frame) const;  // clamped to the frames there are
    double x_of(int frame) const { return slot(frame).center().x(); }
    int frame_at(double x) const;  // nearest; -1 without frames

    QRectF strip() const { return strip_; }  // of all iterations; empty for less than two
    QRectF iteration_rect(std::int64_t iteration) const;
    std::int64_t iteration_at(double x) const;  // clamped

    QRectF caption() const { return caption_; }  // "iteration 42"
    QRectF bar() const { return bar_; }
    QRectF labels() const { return labels_; }  // of the steps, below the bar

  private:
    std::vector<TimelineBlock> blocks_;
    std::vector<QRectF> slots_;  // [frame]
    std::int64_t iterations_ = 0;
    QRectF caption_, bar_, labels_, strip_;
};

}  // namespace ringscope
