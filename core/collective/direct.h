#pragma once

#include <cstdint>

#include "core/collective/schedule.h"

namespace ringscope {

// All-reduce without any relay: in one step every rank sends its whole vector to every other one,
// keeps what arrives in N receive slots (its own vector in one of them) and adds the slots in rank
// order, so that all end with the same bits. One chunk; every rank sends (N - 1) x 4 L bytes.
// world_size >= 1, length >= 0. World size 1 has no steps.
Schedule direct_all_reduce(int world_size, std::int64_t length);

}  // namespace ringscope
