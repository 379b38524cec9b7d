#pragma once

#include <cstdint>
#include <vector>

#include "core/opencl/lane.h"

namespace ringscope::opencl {

// Parts that the loss kernels add up: work-items of one work-group, or groups.
inline constexpr std::int64_t loss_parts = 64;
// Work-groups that a digest is spread over.
inline constexpr std::int64_t digest_parts = 16;

// What the host reads of a rank after an iteration, in one piece, as shaders/loss.cl and digest.cl
// fill it.
struct Report {
    std::array<float, loss_parts> loss_sums;
    std::array<cl_uint, loss_parts> hits;
    std::array<cl_ulong, digest_parts> digests;
};
static_assert(sizeof(Report) == 640);

// What one rank needs to run up to `capacity` samples through an MLP. Capacity 0: no buffers.
struct Workspace {
    Workspace() = default;
    // For up to `samples` samples. Allocates, and tells the device the layers' sizes. Throws Error
    // when memory is refused or the sizes are too large to number.
    Workspace(Lane& lane, MemoryLedger& ledger, Rank rank, const MlpShape& shape,
              std::int64_t samples);

    // What the constructor allocates, by category.
    static MemoryUse needed(const MlpShape& shape, std::int64_t capacity);

    // input: float x [capacity][inputs], then int classes [capacity], or for mse float targets
    // [capacity][outputs].
    LedgerBuffer input;
    // activations: `work` of shaders/blocked.cl, a header and the outputs of each layer, float
    // [capacity][outputs]; backward puts derivatives in their place.
    LedgerBuffer work;
    std::int64_t targets_at = 0;           // in `input`, in elements
    std::vector<std::int64_t> outputs_at;  // [layer], in `work`
    std::int64_t capacity = 0;
};

}  // namespace ringscope::opencl
