#pragma once

#include <cstdint>
#include <vector>

#include "core/opencl/memory_ledger.h"

namespace ringscope::opencl {

// Parts that the loss kernels add up: work-items of one work-group.
inline constexpr std::int64_t loss_parts = 64;

// What one rank needs to run up to `capacity` samples through an MLP. Capacity 0: no buffers.
struct Workspace {
    Workspace() = default;
    // Throws Error when memory is refused or the sizes are too large to number.
    Workspace(MemoryLedger& ledger, Rank rank, const MlpShape& shape, std::int64_t capacity);

    // What the constructor allocates, by category.
    static MemoryUse needed(const MlpShape& shape, std::int64_t capacity);

    LedgerBuffer x;        // input: float [capacity][inputs]
    LedgerBuffer targets;  // input: int [capacity], or float [capacity][outputs] for mse
    std::vector<LedgerBuffer> outputs;  // activations: [layer] float [capacity][outputs of the
                                        // layer]; backward puts the derivatives in their place
    LedgerBuffer loss_sums;             // activations: float [loss_parts]
    LedgerBuffer hits;                  // activations: uint [loss_parts]
    std::int64_t capacity = 0;
};

}  // namespace ringscope::opencl
