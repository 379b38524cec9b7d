#include "ui/panels/timeline_geometry.h"

#include <algorithm>
#include <cmath>

namespace ringscope {

namespace {

// Not by duration: stepping is by event. Phases that do more get room for their name.
double weight_of(FramePhase phase) {
    switch (phase) {
        case FramePhase::forward:
        case FramePhase::backward: return 1.6;
        case FramePhase::iteration: return 6;
        default: return 1;
    }
}

}  // namespace

TimelineGeometry::TimelineGeometry(const std::vector<PlannedFrame>& plan, std::int64_t iterations,
                                   const QRectF& area, double unit)
    : iterations_(iterations) {
    // Without the strip the rest stands in the middle of the same height.
    const double top = area.top() + (iterations_ > 1 ? 0 : 0.45 * unit);
    caption_ = QRectF(area.left(), top, area.width(), 1.2 * unit);
    // The playhead's knob is between the two.
    bar_ = QRectF(area.left(), caption_.bottom() + 0.85 * unit, area.width(), 2.0 * unit);
    labels_ = QRectF(area.left(), bar_.bottom() + 0.15 * unit, area.width(), 1.3 * unit);
    if (iterations_ > 1)
        strip_ = QRectF(area.left(), labels_.bottom() + 0.35 * unit, area.width(), 0.55 * unit);
    if (plan.empty()) return;

    double total = 0;
    for (const PlannedFrame& frame : plan) total += weight_of(frame.phase);
    double done = 0;
    for (const PlannedFrame& frame : plan) {
        const double left = area.left() + area.width() * done / total;
        done += weight_of(frame.phase);
        const double right = area.left() + area.width() * done / total;
        const QRectF slot(left, bar_.top(), right - left, bar_.height());
        slots_.push_back(slot);
        const int index = static_cast<int>(slots_.size()) - 1;
        const bool joins = !blocks_.empty() && blocks_.back().phase == frame.phase &&
                           blocks_.back().bucket == frame.bucket;
        if (joins) {
            ++blocks_.back().frames;
            blocks_.back().rect.setRight(right);
        } else {
            blocks_.push_back({frame.phase, frame.bucket, index, 1, slot});
        }
    }
    const double gap =
        std::min(0.12 * unit, area.width() / (8.0 * static_cast<double>(plan.size())));
    for (TimelineBlock& block : blocks_) block.rect.adjust(gap, 0, -gap, 0);
}

QRectF TimelineGeometry::slot(int frame) const {
    if (slots_.empty()) return {};
    return slots_[static_cast<std::size_t>(std::clamp(frame, 0, frames() - 1))];
}

int TimelineGeometry::frame_at(double x) const {
    for (int i = 0; i < frames(); ++i)
        if (x < slots_[static_cast<std::size_t>(i)].right()) return i;
    return frames() - 1;
}

QRectF TimelineGeometry::iteration_rect(std::int64_t iteration) const {
    if (strip_.isEmpty()) return {};
    const double width = strip_.width() / static_cast<double>(iterations_);
    return {strip_.left() + width * static_cast<double>(iteration), strip_.top(), width,
            strip_.height()};
}

std::int64_t TimelineGeometry::iteration_at(double x) const {
    if (iterations_ < 1 || strip_.isEmpty()) return 0;
    const double share = (x - strip_.left()) / strip_.width();
    const auto index =
        static_cast<std::int64_t>(std::floor(share * static_cast<double>(iterations_)));
    return std::clamp<std::int64_t>(index, 0, iterations_ - 1);
}

}  // namespace ringscope
