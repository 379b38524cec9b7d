#pragma once

#include <cstdint>

#include "core/collective/schedule.h"

namespace ringscope {

// Who holds which complete chunk after reduce-scatter.
//   textbook: in reduce-scatter step s rank r sends chunk (r - s) mod N, ends owning (r + 1) mod N
//   nccl:     in reduce-scatter step s rank r sends chunk (r - s - 1) mod N, ends owning r
enum class Ownership { textbook, nccl };

const char* name(Ownership ownership) noexcept;

// Ring all-reduce (Patarasuk and Yuan 2009, "Bandwidth optimal all-reduce algorithms for clusters
// of workstations", section 4): N - 1 steps in which every rank passes one chunk to its right-hand
// neighbour, which adds it; then N - 1 steps in which the finished chunks travel once round.
// world_size >= 1, length >= 0. World size 1 has no steps; empty chunks are sent all the same.
Schedule ring_all_reduce(int world_size, std::int64_t length, Ownership ownership);

}  // namespace ringscope
