#include "ui/playback/counterpart.h"

namespace ringscope {

namespace {

// Grows along an iteration, whatever the run: whole numbers are phases, fractions steps.
double progress_of(const RunInfo& info, const Frame& frame) {
    if (frame.schedule_step >= 0) {
        double before = 0, all = 0;
        for (std::size_t b = 0; b < info.buckets.size(); ++b) {
            const auto steps = static_cast<double>(info.buckets[b].schedule.steps.size());
            if (b < static_cast<std::size_t>(frame.bucket)) before += steps;
            all += steps;
        }
        return 5 + (before + frame.schedule_step + 1) / (all + 1);
    }
    switch (frame.phase) {
        case FramePhase::start: return 0;
        case FramePhase::shard: return 1;
        case FramePhase::forward: return 2;
        case FramePhase::backward: return 3;
        case FramePhase::weight: return 4;
        case FramePhase::divide: return 6;
        case FramePhase::update: return 7;
        case FramePhase::equality: return 8;
        default: return 9;  // the summary of a free run
    }
}

}  // namespace

std::optional<Position> counterpart(const Recording& recording, Position position,
                                    const Recording& other) {
    const FramePtr frame = recording.frame(position);
    const std::int64_t frames = other.frames_in(position.iteration);
    if (!frame || frames == 0) return std::nullopt;
    if (other.only_summary(position.iteration)) return Position{position.iteration, frames - 1};
    const double here = progress_of(recording.info(), *frame);
    Position found{position.iteration, 0};
    for (std::int64_t i = 0; i < frames; ++i) {
        const FramePtr candidate = other.frame({position.iteration, i});
        if (candidate && progress_of(other.info(), *candidate) <= here + 1e-9) found.frame = i;
    }
    return found;
}

FramePtr newest_compared(const Recording& recording, Position position) {
    for (std::int64_t i = position.frame; i >= 0; --i)
        if (FramePtr frame = recording.frame({position.iteration, i}); frame && frame->identical)
            return frame;
    if (position.iteration == 0) return nullptr;
    return recording.summary(position.iteration - 1);
}

}  // namespace ringscope
