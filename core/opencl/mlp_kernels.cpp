#include "core/opencl/mlp_kernels.h"

#include <algorithm>

namespace ringscope::opencl {

namespace {

void check_shard(const MlpShape& shape, const ShardView& shard, std::int64_t capacity) {
    expect(shard.samples >= 0 && shard.samples <= capacity, "load: the shard fits");
    expect(std::ssize(shard.x) == shard.samples * shape.sizes.front(),
           "load: an input row a sample");
    if (shape.loss == LossKind::mse) {
        expect(std::ssize(shard.targets) == shard.samples * shape.sizes.back(),
               "load: a target row a sample");
        return;
    }
    expect(std::ssize(shard.classes) == shard.samples, "load: a class a sample");
    // The kernels use classes as indices.
    expect(std::all_of(shard.classes.begin(), shard.classes.end(),
                       [&](int c) { return c >= 0 && c < shape.sizes.back(); }),
           "load: classes are outputs");
}

}  // namespace

void load_shard(Lane& lane, const MlpShape& shape, const Workspace& workspace, Rank rank,
                const ShardView& shard) {
    check_shard(shape, shard, workspace.capacity);
    const Operation operation{"load shard", rank};
    const auto x = std::as_bytes(shard.x);
    const auto targets =
        shape.loss == LossKind::mse ? std::as_bytes(shard.targets) : std::as_bytes(shard.classes);
    if (shard.samples == workspace.capacity) {  // they lie one behind the other
        lane.write(operation, workspace.input, 0, x, targets);
        return;
    }
    lane.write(operation, workspace.input, 0, x, {});
    lane.write(operation, workspace.input, workspace.targets_at, targets, {});
}

Evaluation evaluation_of(const Report& report) {
    Evaluation evaluation;
    for (const float sum : report.loss_sums) evaluation.loss_sum += sum;
    for (const cl_uint hits : report.hits) evaluation.correct += hits;
    return evaluation;
}

}  // namespace ringscope::opencl
