#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

// What was wrong with the values that one transfer carried.
struct Flaw {
    std::int64_t nan_count = 0;
    bool stale = false;  // the values of the iteration before: fault stale-chunk

    explicit operator bool() const { return nan_count > 0 || stale; }
};
Flaw flaw_of(const Frame& frame, const TransferRecord& record);

// Which cells hold, or have summed in, what a stale transfer delivered. It follows the schedule as
// the contribution map does: a hop out of such a cell makes the receiver's stale too, a copy out of
// a clean cell makes it clean again.
class StaleMap {
  public:
    // After `steps` steps of the frame's bucket, by the stale transfers that the frame names.
    StaleMap(const Schedule& schedule, const Frame& frame, std::size_t steps);

    bool any() const;
    bool stale(Rank rank, int chunk) const {
        return cells_[static_cast<std::size_t>(rank) * chunks_ + static_cast<std::size_t>(chunk)];
    }

  private:
    std::size_t chunks_;
    std::vector<bool> cells_;  // [rank][chunk]
};

}  // namespace ringscope
