#pragma once

#include <cstdint>

#include "core/train/spec.h"

namespace ringscope {

// Formulas: what model states would take. What they do take is measured (MemoryUse of frames).
// Source: Rajbhandari et al. 2019, "ZeRO: Memory Optimizations Toward Training Trillion Parameter
// Models", sections 3.1 and 5.

// What is divided among the data-parallel devices instead of being held by each.
enum class ZeroStage {
    none,             // data parallelism: every device holds everything
    optimizer_state,  // ZeRO-1, P_os
    gradients,        // ZeRO-2, P_os+g: and the gradients
    parameters,       // ZeRO-3, P_os+g+p: and the parameters
};
inline constexpr int zero_stages = 4;
const char* name(ZeroStage stage) noexcept;  // "data parallel", "ZeRO-1", ...

// Bytes of one parameter of the model.
struct BytesPerParameter {
    double parameters = 4;
    double gradients = 4;
    double optimizer_state = 8;

    double sum() const { return parameters + gradients + optimizer_state; }
};
// float32 throughout, as Ringscope trains: 4 + 4 + 0 (sgd), 4 (momentum) or 8 (Adam).
BytesPerParameter float32_bytes(OptimizerKind optimizer) noexcept;
// float16 parameters and gradients; float32 copy, momentum and variance: 2 + 2 + 12 (section 3.1).
BytesPerParameter mixed_precision_adam_bytes() noexcept;

// Bytes on one of `devices` (>= 1) devices for a model of `parameters` parameters. What is divided
// is divided evenly, without rounding to whole elements. Activations and buffers are not in it.
struct ModelStates {
    double parameters = 0;
    double gradients = 0;
    double optimizer_state = 0;

    double sum() const { return parameters + gradients + optimizer_state; }
};
ModelStates model_states(double parameters, int devices, ZeroStage stage,
                         const BytesPerParameter& bytes) noexcept;

// What a device sends in an iteration, in parameters, without the factor (N - 1) / N: 2 P for an
// all-reduce, for ZeRO-1 and for ZeRO-2; 3 P for ZeRO-3 (section 7).
double sent_parameters(double parameters, ZeroStage stage) noexcept;

}  // namespace ringscope
