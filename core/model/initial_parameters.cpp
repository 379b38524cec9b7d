#include "core/model/initial_parameters.h"

#include <cmath>

#include "core/data/random.h"

namespace ringscope {

std::vector<float> initial_parameters(const MlpShape& shape, std::uint64_t seed) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(parameter_count(shape)));
    Random random(seed);
    for (const LayerExtent& layer : layer_extents(shape)) {
        const double bound = 1 / std::sqrt(static_cast<double>(layer.inputs));
        for (std::int64_t i = std::int64_t{layer.inputs + 1} * layer.outputs; i > 0; --i)
            values.push_back(static_cast<float>(random.uniform(-bound, bound)));
    }
    return values;
}

}  // namespace ringscope
