#include "core/opencl/opencl_mlp.h"

#include <algorithm>
#include <array>

namespace ringscope::opencl {

namespace {

// The tags of shaders/linear.cl.
enum class ActivationTag : unsigned { none = 0, tanh = 1, relu = 2 };

ActivationTag tag(Activation activation) {
    return activation == Activation::tanh ? ActivationTag::tanh : ActivationTag::relu;
}

// Work-items of the backward kernels: each makes eight neighbouring inputs.
std::int64_t blocks(const LayerExtent& layer) { return (layer.inputs + 7) / 8; }

void check(const MlpShape& shape, const ShardView& shard, std::int64_t capacity) {
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

OpenClMlp::OpenClMlp(Lane& lane, const MlpShape& shape)
    : lane_(lane),
      shape_(shape),
      layers_(layer_extents(shape)),
      layer_forward_(lane.kernel("layer_forward")),
      layer_gradient_(lane.kernel("layer_gradient")),
      layer_backward_(lane.kernel("layer_backward")) {
    const bool mse = shape.loss == LossKind::mse;
    loss_ = lane.kernel(mse ? "squared_loss" : "cross_entropy_loss");
    loss_derivative_ = lane.kernel(mse ? "squared_derivative" : "cross_entropy_derivative");
}

void OpenClMlp::load(Workspace& workspace, const ShardView& shard) {
    check(shape_, shard, workspace.capacity);
    const Operation operation{"load shard", lane_.rank()};
    lane_.write(operation, workspace.x, 0, shard.x.data(),
                static_cast<std::int64_t>(shard.x.size_bytes()));
    if (shape_.loss == LossKind::mse)
        lane_.write(operation, workspace.targets, 0, shard.targets.data(),
                    static_cast<std::int64_t>(shard.targets.size_bytes()));
    else
        lane_.write(operation, workspace.targets, 0, shard.classes.data(),
                    static_cast<std::int64_t>(shard.classes.size_bytes()));
}

void OpenClMlp::forward(Workspace& workspace, const LedgerBuffer& parameters,
                        std::int64_t samples) {
    if (samples == 0) return;
    const Operation operation{"forward", lane_.rank()};
    const LedgerBuffer* input = &workspace.x;
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const LayerExtent& layer = layers_[l];
        const ActivationTag activation =
            l + 1 < layers_.size() ? tag(shape_.activation) : ActivationTag::none;
        lane_.launch(operation, layer_forward_, samples * layer.outputs, parameters, layer.weights,
                     layer.biases, *input, workspace.outputs[l], samples, layer.inputs,
                     layer.outputs, static_cast<unsigned>(activation));
        input = &workspace.outputs[l];
    }
    lane_.launch({"loss", lane_.rank()}, loss_, loss_parts, *input, workspace.targets,
                 workspace.loss_sums, workspace.hits, samples, shape_.sizes.back());
}

void OpenClMlp::backward(Workspace& workspace, const LedgerBuffer& parameters, std::int64_t samples,
                         const LedgerBuffer& gradient) {
    if (samples == 0) return;
    const Operation operation{"backward", lane_.rank()};
    lane_.launch(operation, loss_derivative_, samples, workspace.outputs.back(), workspace.targets,
                 samples, shape_.sizes.back());
    for (std::size_t l = layers_.size(); l-- > 0;) {
        const LayerExtent& layer = layers_[l];
        const LedgerBuffer& input = l == 0 ? workspace.x : workspace.outputs[l - 1];
        lane_.launch(operation, layer_gradient_, layer.outputs * blocks(layer), gradient,
                     layer.weights, layer.biases, input, workspace.outputs[l], samples,
                     layer.inputs, layer.outputs);
        if (l == 0) continue;
        lane_.launch(operation, layer_backward_, samples * blocks(layer), parameters, layer.weights,
                     input, workspace.outputs[l], samples, layer.inputs, layer.outputs,
                     static_cast<unsigned>(tag(shape_.activation)));
    }
}

Evaluation OpenClMlp::read_loss(Workspace& workspace) {
    std::array<float, loss_parts> sums{};
    std::array<cl_uint, loss_parts> hits{};
    const Operation operation{"read loss", lane_.rank()};
    lane_.read(operation, {&workspace.loss_sums, 0, loss_parts}, sums.data());
    lane_.read(operation, {&workspace.hits, 0, loss_parts}, hits.data());
    Evaluation evaluation;
    for (const float sum : sums) evaluation.loss_sum += sum;
    for (const cl_uint hit : hits) evaluation.correct += hit;
    return evaluation;
}

}  // namespace ringscope::opencl
