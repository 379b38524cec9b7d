#pragma once

#include <cstdint>
#include <vector>

#include "core/train/spec.h"

namespace ringscope {

// Samples of a batch of `batch` that rank gets: the first (batch mod N) ranks take one more, under
// both shardings. May be 0.
std::int64_t shard_size(std::int64_t batch, int rank, int world_size);

// Their numbers within the batch. contiguous: a run of shard_size samples after those of the ranks
// before; strided: rank, rank + N, rank + 2N, ...
std::vector<std::int64_t> shard_indices(std::int64_t batch, int rank, int world_size,
                                        Sharding sharding);

}  // namespace ringscope
