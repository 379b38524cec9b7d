#include "core/planner/memory_model.h"

namespace ringscope {

const char* name(ZeroStage stage) noexcept {
    switch (stage) {
        case ZeroStage::none: return "data parallel";
        case ZeroStage::optimizer_state: return "ZeRO-1";
        case ZeroStage::gradients: return "ZeRO-2";
        case ZeroStage::parameters: return "ZeRO-3";
    }
    return "";
}

BytesPerParameter float32_bytes(OptimizerKind optimizer) noexcept {
    return {4, 4, 4.0 * state_vectors(optimizer)};
}

BytesPerParameter mixed_precision_adam_bytes() noexcept { return {2, 2, 12}; }

ModelStates model_states(double parameters, int devices, ZeroStage stage,
                         const BytesPerParameter& bytes) noexcept {
    const auto held = [&](ZeroStage divided_from) {
        return parameters / (stage >= divided_from ? devices : 1);
    };
    return {bytes.parameters * held(ZeroStage::parameters),
            bytes.gradients * held(ZeroStage::gradients),
            bytes.optimizer_state * held(ZeroStage::optimizer_state)};
}

double sent_parameters(double parameters, ZeroStage stage) noexcept {
    return (stage == ZeroStage::parameters ? 3 : 2) * parameters;
}

}  // namespace ringscope
