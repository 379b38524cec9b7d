#include "core/train/time_shares.h"

namespace ringscope {

void TimeShares::add(const Frame& frame) {
    if (moves_chunks(frame.phase)) {
        communication += frame.seconds;
        return;
    }
    switch (frame.phase) {
        case FramePhase::forward:
        case FramePhase::backward:
        case FramePhase::weight:
        case FramePhase::divide: compute += frame.seconds; return;
        case FramePhase::update: update += frame.seconds; return;
        default: host += frame.seconds;
    }
}

}  // namespace ringscope
