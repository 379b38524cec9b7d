#include "core/opencl/workspace.h"

#include <algorithm>

#include "core/support/error.h"

namespace ringscope::opencl {

namespace {

std::int64_t target_width(const MlpShape& shape) {
    return shape.loss == LossKind::mse ? shape.sizes.back() : 1;
}

}  // namespace

MemoryUse Workspace::needed(const MlpShape& shape, std::int64_t capacity) {
    MemoryUse use{};
    if (capacity == 0) return use;
    std::int64_t activations = 2 * loss_parts;
    for (std::size_t l = 1; l < shape.sizes.size(); ++l) activations += capacity * shape.sizes[l];
    use[static_cast<std::size_t>(MemoryCategory::activations)] = 4 * activations;
    use[static_cast<std::size_t>(MemoryCategory::input)] =
        4 * capacity * (shape.sizes.front() + target_width(shape));
    return use;
}

Workspace::Workspace(MemoryLedger& ledger, Rank rank, const MlpShape& shape, std::int64_t samples)
    : capacity(samples) {
    if (capacity == 0) return;
    const std::int64_t widest = *std::max_element(shape.sizes.begin(), shape.sizes.end());
    if (capacity > 0xfffffff0 / widest)  // kernels number elements with 32 bits
        throw Error(ErrorCode::bad_input, "allocate activations, rank " + std::to_string(rank),
                    std::to_string(capacity) + " samples of " + std::to_string(widest) +
                        " values are not supported",
                    "Use a smaller batch");
    const auto allocate = [&](MemoryCategory category, std::int64_t elements) {
        return ledger.allocate(rank, category, elements * 4);
    };
    x = allocate(MemoryCategory::input, capacity * shape.sizes.front());
    targets = allocate(MemoryCategory::input, capacity * target_width(shape));
    for (std::size_t l = 1; l < shape.sizes.size(); ++l)
        outputs.push_back(allocate(MemoryCategory::activations, capacity * shape.sizes[l]));
    loss_sums = allocate(MemoryCategory::activations, loss_parts);
    hits = allocate(MemoryCategory::activations, loss_parts);
}

}  // namespace ringscope::opencl
