#pragma once

#include <cstdint>

#include "core/collective/schedule.h"

namespace ringscope {

// All-reduce over a binary tree in which rank r's children are 2r + 1 and 2r + 2: level by level,
// deepest first, children send their whole vector up and the parent adds the left child before the
// right; then the sum goes down the same edges. One chunk, 2 floor(log2 N) steps. An inner rank
// sends 3 x 4 L bytes, the root 2 x 4 L. (Thakur, Rabenseifner, Gropp 2005, "Optimization of
// Collective Communication Operations in MPICH", section 4, discusses trees against rings.)
// world_size >= 1, length >= 0. World size 1 has no steps.
Schedule tree_all_reduce(int world_size, std::int64_t length);

}  // namespace ringscope
