#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/opencl/lane.h"
#include "core/opencl/workspace.h"
#include "core/train/replica_set.h"

namespace ringscope::opencl {

// One rank's part of a pass: `samples` of its workspace, from 0 up to the capacity.
struct Pass {
    Rank rank;
    std::int64_t samples;
    const LedgerBuffer& parameters;
    const LedgerBuffer& gradient;  // backward only
    const Workspace& workspace;
    const LedgerBuffer& report;
};

// The MLP's passes on one lane, for up to most_ranks_a_launch ranks at once. Enqueue only; nothing
// waits. A rank without samples is left out: neither its gradient nor its report is written.
class MlpKernels {
  public:
    virtual ~MlpKernels() = default;

    // Outputs of every layer, then loss sums and hits into the reports.
    virtual void forward(std::span<const Pass> passes) = 0;
    // Gradient of the mean loss over the rank's samples in layers [first, last), after forward and
    // the layers from last on. Overwrites the outputs with derivatives.
    virtual void backward(std::span<const Pass> passes, int first, int last) = 0;
};

enum class KernelStyle {
    readable,  // shaders/linear.cl and loss.cl: a work-item makes one output; any device
    blocked,   // shaders/blocked.cl: a work-item makes a rank's whole pass; processors
};

// Keeps references to both.
std::unique_ptr<MlpKernels> readable_mlp(Lane& lane, const MlpShape& shape);
std::unique_ptr<MlpKernels> blocked_mlp(Lane& lane, const MlpShape& shape);

// Copies the shard and sends it. Throws ContractError if it does not fit or a class is not one.
void load_shard(Lane& lane, const MlpShape& shape, const Workspace& workspace, Rank rank,
                const ShardView& shard);

// What a report says about losses. Its parts are added up in double.
Evaluation evaluation_of(const Report& report);

}  // namespace ringscope::opencl
