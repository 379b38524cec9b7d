#pragma once

#include <cstdint>
#include <span>

#include "core/train/spec.h"

namespace ringscope {

// One update of flat float32 parameters: the oracles of shaders/optimizer.cl. All spans have one
// length but state, which has state_vectors(kind) times it ([state vector][parameter]) and starts
// as zeros. t is 1 for the first update.

// w -= lr g.
void sgd_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                std::span<const float> gradient);

// v = momentum v + g; w -= lr v. (PyTorch's SGD without dampening: v = g in the first update.)
void momentum_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                     std::span<const float> gradient, std::span<float> v);

// Adam (Kingma and Ba 2015, algorithm 1), eps outside the square root:
// m = b1 m + (1 - b1) g; v = b2 v + (1 - b2) g^2;
// w -= lr (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps).
void adam_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                 std::span<const float> gradient, std::span<float> state, std::int64_t t);

// Whichever the spec names.
void optimizer_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                      std::span<const float> gradient, std::span<float> state, std::int64_t t);

}  // namespace ringscope
