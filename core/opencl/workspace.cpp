#include "core/opencl/workspace.h"

#include <algorithm>

#include "core/support/error.h"

namespace ringscope::opencl {

namespace {

constexpr std::size_t header_elements = 64;  // HEADER of shaders/blocked.cl

std::int64_t target_width(const MlpShape& shape) {
    return shape.loss == LossKind::mse ? shape.sizes.back() : 1;
}

std::int64_t input_elements(const MlpShape& shape, std::int64_t capacity) {
    return capacity * (shape.sizes.front() + target_width(shape));
}

std::int64_t work_elements(const MlpShape& shape, std::int64_t capacity) {
    std::int64_t elements = header_elements;
    for (std::size_t l = 1; l < shape.sizes.size(); ++l) elements += capacity * shape.sizes[l];
    return elements;
}

}  // namespace

MemoryUse Workspace::needed(const MlpShape& shape, std::int64_t capacity) {
    MemoryUse use{};
    if (capacity == 0) return use;
    use[static_cast<std::size_t>(MemoryCategory::activations)] = 4 * work_elements(shape, capacity);
    use[static_cast<std::size_t>(MemoryCategory::input)] = 4 * input_elements(shape, capacity);
    return use;
}

Workspace::Workspace(Lane& lane, MemoryLedger& ledger, Rank rank, const MlpShape& shape,
                     std::int64_t samples)
    : targets_at(samples * shape.sizes.front()), capacity(samples) {
    if (capacity == 0) return;
    const std::int64_t elements =
        std::max(input_elements(shape, capacity), work_elements(shape, capacity));
    if (elements > 0xfffffff0)  // kernels number elements with 32 bits
        throw Error(ErrorCode::bad_input, "allocate activations, rank " + std::to_string(rank),
                    std::to_string(capacity) + " samples with " + std::to_string(elements) +
                        " values in all are not supported",
                    "Use a smaller batch");
    input = ledger.allocate(rank, MemoryCategory::input, 4 * input_elements(shape, capacity));
    work = ledger.allocate(rank, MemoryCategory::activations, 4 * work_elements(shape, capacity));

    expect(shape.sizes.size() + 2 <= header_elements, "Workspace: the sizes fit into the header");
    std::array<cl_uint, header_elements> header{static_cast<cl_uint>(shape.sizes.size() - 1),
                                                static_cast<cl_uint>(capacity)};
    std::int64_t at = header_elements;
    for (std::size_t l = 0; l < shape.sizes.size(); ++l) {
        header[2 + l] = static_cast<cl_uint>(shape.sizes[l]);
        if (l == 0) continue;
        outputs_at.push_back(at);
        at += capacity * shape.sizes[l];
    }
    lane.write({"write layer sizes", rank}, work, 0, header.data(), sizeof header);
}

}  // namespace ringscope::opencl
