#include "core/data/sharding.h"

#include <algorithm>

#include "core/support/error.h"

namespace ringscope {

std::int64_t shard_size(std::int64_t batch, int rank, int world_size) {
    expect(batch >= 0 && rank >= 0 && rank < world_size, "shard_size: a rank of the world");
    return batch / world_size + (rank < batch % world_size ? 1 : 0);
}

std::vector<std::int64_t> shard_indices(std::int64_t batch, int rank, int world_size,
                                        Sharding sharding) {
    std::vector<std::int64_t> indices(
        static_cast<std::size_t>(shard_size(batch, rank, world_size)));
    const bool contiguous = sharding == Sharding::contiguous;
    const std::int64_t first =
        contiguous ? rank * (batch / world_size) + std::min<std::int64_t>(rank, batch % world_size)
                   : rank;
    const std::int64_t stride = contiguous ? 1 : world_size;
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = first + static_cast<std::int64_t>(i) * stride;
    return indices;
}

}  // namespace ringscope
