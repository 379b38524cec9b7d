#pragma once

#include <cstdint>

#include "core/collective/schedule.h"

namespace ringscope {

// All-reduce through one place, as a parameter server does it (Li et al. 2014, "Scaling Distributed
// Machine Learning with the Parameter Server", section 2): every rank sends its whole vector to the
// root, rank 0, which adds them in rank order; then the root sends the sum back to every rank. One
// chunk, two steps. The root sends and receives (N - 1) x 4 L bytes.
// world_size >= 1, length >= 0. World size 1 has no steps.
Schedule central_all_reduce(int world_size, std::int64_t length);

}  // namespace ringscope
