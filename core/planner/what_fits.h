#pragma once

#include <cstdint>

#include "core/model/mlp_layout.h"
#include "core/planner/memory_model.h"

namespace ringscope {

// By formula: what a budget has room for. Model states alone: input, activations and buffers come
// on top, so that this is an upper bound.
struct WhatFits {
    double needed = 0;                 // bytes of the model's states on a data-parallel device
    std::int64_t most_parameters = 0;  // whose states fit
    // The widest hidden layer could have so many units, all else as it is; 0: none that fits.
    std::int64_t widest_layer = 0;
    // From so many devices on ZeRO-3 would fit the model as it is.
    std::int64_t zero3_devices = 1;
};
// budget > 0, in bytes a device.
WhatFits what_fits(const MlpShape& shape, const BytesPerParameter& bytes, double budget);

}  // namespace ringscope
