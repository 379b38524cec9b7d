#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/schedule.h"
#include "core/model/mlp_layout.h"

namespace ringscope {

// The first bucket is full with this many bytes already, so that its all-reduce starts early.
inline constexpr std::int64_t first_bucket_bytes = std::int64_t{1} << 20;

// The flat gradient in buckets, in the order of their all-reduces: from its end, since the last
// layers' gradients are ready first. A bucket takes whole tensors (a layer's biases, then its
// weights, ...) until it holds bucket_bytes, the first one until it holds first_bucket_bytes if
// that is less; so a tensor is never divided, and a bucket may be larger than bucket_bytes.
// DistributedDataParallel does the same (Li et al. 2020, "PyTorch Distributed", sections 3.2.2,
// 3.2.3 and 4.2; compute_bucket_assignment_by_size in its reducer.cpp).
std::vector<Chunk> bucket_extents(const MlpShape& shape, std::int64_t bucket_bytes);

}  // namespace ringscope
