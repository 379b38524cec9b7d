#pragma once

#include <cstdint>

#include "core/collective/schedule.h"

namespace ringscope {

// All-reduce by recursive vector halving and distance doubling (Thakur, Rabenseifner, Gropp 2005,
// "Optimization of Collective Communication Operations in MPICH", section 4.5). Let P be the
// largest power of two up to N. With N not a power of two, rank P + i first adds its whole vector
// into rank i, and receives the sum at the end. Among ranks 0 .. P - 1: log2 P steps in which a
// rank exchanges half of what it is still responsible for with a partner at half the distance each
// time, so that rank r ends owning chunk r of P; then the same exchanges backwards, copying.
// world_size >= 1, length >= 0. World size 1 has no steps. Each transfer carries one chunk.
Schedule halving_doubling_all_reduce(int world_size, std::int64_t length);

}  // namespace ringscope
