#pragma once

#include <cstdint>
#include <vector>

#include "core/opencl/lane.h"
#include "core/opencl/workspace.h"
#include "core/train/replica_set.h"

namespace ringscope::opencl {

// The MLP on one lane: enqueues the kernels of shaders/linear.cl and loss.cl. Nothing waits but
// read_loss. `samples` up to the workspace's capacity; with 0 nothing is enqueued.
class OpenClMlp {
  public:
    OpenClMlp(Lane& lane, const MlpShape& shape);  // keeps both references

    // Copies the shard and sends it. Throws ContractError if it does not fit or a class is not one.
    void load(Workspace& workspace, const ShardView& shard);

    // Outputs of every layer, then loss sums and hits.
    void forward(Workspace& workspace, const LedgerBuffer& parameters, std::int64_t samples);

    // Gradient of the mean loss over the samples, after forward. Overwrites the outputs with
    // derivatives. The first command that writes `gradient` is the second of the lane.
    void backward(Workspace& workspace, const LedgerBuffer& parameters, std::int64_t samples,
                  const LedgerBuffer& gradient);

    // Sums of the last forward, read by the host.
    Evaluation read_loss(Workspace& workspace);

  private:
    Lane& lane_;
    const MlpShape& shape_;
    std::vector<LayerExtent> layers_;
    cl::Kernel layer_forward_, layer_gradient_, layer_backward_;
    cl::Kernel loss_, loss_derivative_;
};

}  // namespace ringscope::opencl
