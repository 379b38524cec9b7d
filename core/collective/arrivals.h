#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/schedule.h"

namespace ringscope {

// A transfer as its receiver applies it. `from` may be the receiver itself: in a step that adds in
// rank order the receiver's own values take their turn among the others.
struct Arrival {
    Transfer transfer;
    int listed = -1;  // index in the step's transfers; -1 for the receiver's own values
    // The values wait in the receiver's receive buffer, from element `slot` on, until all that is
    // sent in the step has been read. Otherwise they go straight to their place.
    bool slotted = false;
    std::int64_t slot = 0;
};

// What the receivers do in a step, in the order in which they do it. Both executors follow it.
std::vector<Arrival> arrivals(const Schedule& schedule, const Step& step);

// [rank]: the most elements that wait at it in any step, the size of its receive buffer.
std::vector<std::int64_t> receive_elements(const Schedule& schedule);

}  // namespace ringscope
