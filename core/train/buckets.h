#pragma once

#include <cstdint>
#include <vector>

#include "core/train/spec.h"

namespace ringscope {

// Cuts a flat vector of `length` elements into buckets of bucket_bytes (at least one element) from
// its end, since the last layers' gradients are ready first; the bucket at the front takes what is
// left and may be smaller. The order is the order of the all-reduces. DistributedDataParallel does
// the same (Li et al. 2020, "PyTorch Distributed", section 3.2.3).
std::vector<Chunk> bucket_extents(std::int64_t length, std::int64_t bucket_bytes);

// How many there will be, without making them.
std::int64_t bucket_count(std::int64_t length, std::int64_t bucket_bytes);

}  // namespace ringscope
