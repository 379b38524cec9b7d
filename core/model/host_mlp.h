#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/mlp_layout.h"
#include "core/train/replica_set.h"

namespace ringscope {

// The MLP in plain float32 loops: the oracle of the kernels in shaders/, and what the host replica
// set computes with. NaN in any input comes out as NaN; no function hides it.

// outputs[l][sample][output of layer l]: after the activation, the last layer's as they are.
using LayerOutputs = std::vector<std::vector<float>>;

// parameters: flat, mlp_layout.h. x: [samples][inputs]. Sizes `outputs` as needed.
void mlp_forward(const MlpShape& shape, std::span<const float> parameters, std::span<const float> x,
                 std::int64_t samples, LayerOutputs& outputs);

// Losses and hits of the last layer's outputs. Cross-entropy: -log softmax(z)[class], and a sample
// is correct when its class has the largest output (of equal ones the first counts). MSE: mean over
// the outputs of (z - target)^2.
Evaluation mlp_loss(const MlpShape& shape, std::span<const float> last_outputs,
                    const ShardView& shard);

// Gradient of the mean loss over the shard, flat like the parameters; zeros for an empty shard.
// outputs are those of mlp_forward and are overwritten: each layer's outputs with the derivatives
// of the loss by what went into its activation. Writes layers [first, last) alone; those from last
// on must have been done before.
void mlp_backward(const MlpShape& shape, std::span<const float> parameters, const ShardView& shard,
                  LayerOutputs& outputs, std::span<float> gradient, int first, int last);

}  // namespace ringscope
