#include "core/planner/what_fits.h"

#include <algorithm>
#include <cmath>

namespace ringscope {

namespace {

std::int64_t widest_layer(MlpShape shape, std::int64_t most_parameters) {
    if (shape.sizes.size() < 3) return 0;  // no hidden layer
    auto& widest = *std::max_element(shape.sizes.begin() + 1, shape.sizes.end() - 1);
    while (widest > 0 && parameter_count(shape) > most_parameters) --widest;
    return widest;
}

}  // namespace

WhatFits what_fits(const MlpShape& shape, const BytesPerParameter& bytes, double budget) {
    const auto parameters = static_cast<double>(parameter_count(shape));
    WhatFits fits;
    fits.needed = parameters * bytes.sum();
    fits.most_parameters = static_cast<std::int64_t>(budget / bytes.sum());
    fits.widest_layer = widest_layer(shape, fits.most_parameters);
    fits.zero3_devices = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(parameters * bytes.sum() / budget)));
    return fits;
}

}  // namespace ringscope
