#include "core/opencl/mlp_kernels.h"

namespace ringscope::opencl {

namespace {

// The tags of shaders/linear.cl.
enum class ActivationTag : unsigned { none = 0, tanh = 1, relu = 2 };

ActivationTag tag(Activation activation) {
    return activation == Activation::tanh ? ActivationTag::tanh : ActivationTag::relu;
}

// Work-items of the backward kernels: each makes eight neighbouring inputs.
std::int64_t blocks(const LayerExtent& layer) { return (layer.inputs + 7) / 8; }

// Layer by layer and rank by rank, as a textbook has it.
class ReadableMlp : public MlpKernels {
  public:
    ReadableMlp(Lane& lane, const MlpShape& shape)
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

    void forward(std::span<const Pass> passes) override {
        for (const Pass& pass : passes)
            if (pass.samples > 0) forward(pass);
    }
    void backward(std::span<const Pass> passes, int first, int last) override {
        for (const Pass& pass : passes)
            if (pass.samples > 0)
                backward(pass, static_cast<std::size_t>(first), static_cast<std::size_t>(last));
    }

  private:
    void forward(const Pass& pass) {
        const Operation operation{"forward", pass.rank};
        const Workspace& space = pass.workspace;
        for (std::size_t l = 0; l < layers_.size(); ++l) {
            const LayerExtent& layer = layers_[l];
            const ActivationTag activation =
                l + 1 < layers_.size() ? tag(shape_.activation) : ActivationTag::none;
            lane_.launch(operation, layer_forward_, pass.samples * layer.outputs, pass.parameters,
                         layer.weights, layer.biases, l == 0 ? space.input : space.work,
                         inputs_at(space, l), space.work, space.outputs_at[l], pass.samples,
                         layer.inputs, layer.outputs, static_cast<unsigned>(activation));
        }
        lane_.launch({"loss", pass.rank}, loss_, loss_parts, space.work, space.outputs_at.back(),
                     space.input, space.targets_at, pass.report, pass.samples, shape_.sizes.back());
    }

    void backward(const Pass& pass, std::size_t first, std::size_t last) {
        const Operation operation{"backward", pass.rank};
        const Workspace& space = pass.workspace;
        if (last == layers_.size())
            lane_.launch(operation, loss_derivative_, pass.samples, space.work,
                         space.outputs_at.back(), space.input, space.targets_at, pass.samples,
                         shape_.sizes.back());
        for (std::size_t l = last; l-- > first;) {
            const LayerExtent& layer = layers_[l];
            lane_.launch(operation, layer_gradient_, layer.outputs * blocks(layer), pass.gradient,
                         layer.weights, layer.biases, l == 0 ? space.input : space.work,
                         inputs_at(space, l), space.work, space.outputs_at[l], pass.samples,
                         layer.inputs, layer.outputs);
            if (l == 0) continue;
            lane_.launch(operation, layer_backward_, pass.samples * blocks(layer), pass.parameters,
                         layer.weights, space.work, inputs_at(space, l), space.outputs_at[l],
                         pass.samples, layer.inputs, layer.outputs,
                         static_cast<unsigned>(tag(shape_.activation)));
        }
    }

    static std::int64_t inputs_at(const Workspace& space, std::size_t layer) {
        return layer == 0 ? 0 : space.outputs_at[layer - 1];
    }

    Lane& lane_;
    const MlpShape& shape_;
    std::vector<LayerExtent> layers_;
    cl::Kernel layer_forward_, layer_gradient_, layer_backward_;
    cl::Kernel loss_, loss_derivative_;
};

}  // namespace

std::unique_ptr<MlpKernels> readable_mlp(Lane& lane, const MlpShape& shape) {
    return std::make_unique<ReadableMlp>(lane, shape);
}

}  // namespace ringscope::opencl
