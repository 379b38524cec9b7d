#pragma once

#include <optional>

#include "core/trace/recording.h"

namespace ringscope {

// The place in `other` that belongs beside `position` of `recording`: of the same iteration the
// newest frame that is not ahead of it. Steps are matched by their share of the all-reduce, since
// another world size or algorithm has another number of them, and phases that `other` does not have
// by the one before. An iteration without steps is shown by its summary. None where `other` has no
// such iteration.
std::optional<Position> counterpart(const Recording& recording, Position position,
                                    const Recording& other);

// The frame whose digests are the newest at that place; null where none were compared before it.
FramePtr newest_compared(const Recording& recording, Position position);

}  // namespace ringscope
