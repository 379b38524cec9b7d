#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/ring.h"
#include "core/collective/schedule.h"

namespace ringscope {

// Formulas: what a schedule will cost. Measured bytes come from Executor::run instead.

// Bytes each rank sends, summed over the schedule (4 bytes an element).
std::vector<std::int64_t> scheduled_bytes_per_rank(const Schedule& schedule);

// The ring in closed form: rank r sends 4 (2L - count[r+1] - count[r+2]) bytes under textbook and
// 4 (2L - count[r] - count[r+1]) under nccl; 0 for one rank.
std::vector<std::int64_t> ring_bytes_per_rank(int world_size, std::int64_t length,
                                              Ownership ownership);

// 2 (N - 1) / N x 4 L: the lower bound for an all-reduce (Patarasuk and Yuan 2009, section 3).
double ideal_bytes_per_rank(int world_size, std::int64_t length);

// steps x latency + bytes of the busiest rank in each step / bandwidth: the alpha-beta model
// (Hockney 1994). latency in seconds, bandwidth in bytes per second.
double alpha_beta_seconds(const Schedule& schedule, double latency, double bandwidth);

}  // namespace ringscope
