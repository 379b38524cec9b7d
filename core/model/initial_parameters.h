#pragma once

#include <cstdint>
#include <vector>

#include "core/model/mlp_layout.h"

namespace ringscope {

// Flat vector of a new network: every weight and bias of a layer uniform in [-b, b), b = 1 /
// sqrt(inputs of the layer), which is how PyTorch's Linear starts. Drawn by Random(seed) in the
// order of the flat vector: one seed gives the same bits everywhere.
std::vector<float> initial_parameters(const MlpShape& shape, std::uint64_t seed);

}  // namespace ringscope
