#include <algorithm>

#include "core/opencl/mlp_kernels.h"

namespace ringscope::opencl {

namespace {

// The tags of shaders/linear.cl, and the flags of blocked.cl.
constexpr unsigned tanh_tag = 1, relu_tag = 2;
constexpr unsigned gradients = 1, derivatives = 2;

// One launch for all ranks. A group is a whole compute unit's work, so there are as many groups a
// rank as compute units are left for it.
class BlockedMlp : public MlpKernels {
  public:
    BlockedMlp(Lane& lane, const MlpShape& shape)
        : lane_(lane),
          activation_(shape.activation == Activation::tanh ? tanh_tag : relu_tag),
          cross_entropy_(shape.loss == LossKind::cross_entropy ? 1 : 0),
          forward_(lane.kernel("blocked_forward")),
          backward_(lane.kernel("blocked_backward")) {}

    void forward(std::span<const Pass> passes) override {
        if (!begin(passes)) return;
        const Each reports = each([](const Pass& pass) -> auto& { return pass.report; });
        lane_.launch_groups({"forward", lane_.rank(), -1, bits()}, forward_, groups_ * ranks(), 1,
                            parameters_, input_, work_, reports, samples_, groups_, activation_,
                            cross_entropy_);
    }

    void backward(std::span<const Pass> passes, int first, int last) override {
        if (!begin(passes)) return;
        const Each gradient = each([](const Pass& pass) -> auto& { return pass.gradient; });
        const auto launch = [&](int top, int bottom, unsigned what) {
            lane_.launch_groups({"backward", lane_.rank(), -1, bits()}, backward_,
                                groups_ * ranks(), 1, parameters_, gradient, input_, work_,
                                samples_, groups_, activation_, top, bottom, what);
        };
        if (groups_ == 1) return launch(last, first, gradients | derivatives);
        for (int layer = last; layer > first; --layer) {
            launch(layer, layer - 1, gradients);
            if (layer > 1) launch(layer, layer - 1, derivatives);
        }
    }

  private:
    std::int64_t ranks() const { return std::ssize(busy_); }
    std::uint64_t bits() const {
        std::uint64_t bits = 0;
        for (const Pass* pass : busy_) bits |= std::uint64_t{1} << pass->rank;
        return bits;
    }

    template <class BufferOf>
    Each each(BufferOf&& buffer_of) const {
        Each buffers{};
        for (std::size_t k = 0; k < busy_.size(); ++k) buffers[k] = &buffer_of(*busy_[k]);
        return buffers;
    }

    // Sets up what both passes need for the ranks that have samples; false if there are none.
    bool begin(std::span<const Pass> passes) {
        busy_.clear();
        for (const Pass& pass : passes)
            if (pass.samples > 0) busy_.push_back(&pass);
        if (busy_.empty()) return false;
        std::int64_t largest = 0;
        samples_ = {};
        for (std::size_t k = 0; k < busy_.size(); ++k) {
            samples_[k] = static_cast<cl_uint>(busy_[k]->samples);
            largest = std::max(largest, busy_[k]->samples);
        }
        // A group should have work for more than one tile.
        const std::int64_t useful = std::min(loss_parts, (largest + 15) / 16);
        groups_ = std::clamp<std::int64_t>(lane_.compute_units() / ranks(), 1, useful);
        parameters_ = each([](const Pass& pass) -> auto& { return pass.parameters; });
        input_ = each([](const Pass& pass) -> auto& { return pass.workspace.input; });
        work_ = each([](const Pass& pass) -> auto& { return pass.workspace.work; });
        return true;
    }

    Lane& lane_;
    unsigned activation_, cross_entropy_;
    cl::Kernel forward_, backward_;

    // Of the pass that is being enqueued.
    std::vector<const Pass*> busy_;
    EachCount samples_{};
    std::int64_t groups_ = 1;
    Each parameters_{}, input_{}, work_{};
};

}  // namespace

std::unique_ptr<MlpKernels> blocked_mlp(Lane& lane, const MlpShape& shape) {
    return std::make_unique<BlockedMlp>(lane, shape);
}

}  // namespace ringscope::opencl
