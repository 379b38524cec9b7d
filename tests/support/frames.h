#pragma once

#include <memory>

#include "core/trace/frame.h"

namespace ringscope::testing {

// A frame with nothing in it but its place.
inline std::shared_ptr<Frame> bare_frame(std::int64_t iteration, FramePhase phase, int step = 0,
                                         int bucket = 0) {
    auto frame = std::make_shared<Frame>();
    frame->iteration = iteration;
    frame->phase = phase;
    frame->step = step;
    frame->bucket = bucket;
    return frame;
}

}  // namespace ringscope::testing
