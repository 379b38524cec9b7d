#include "core/trace/replica_difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/support/error.h"

namespace ringscope {

namespace {

// Maps the bits so that neighbours in value are neighbours as integers, and 0 and -0 fall together.
std::int64_t ordered(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
    return (bits >> 31) != 0 ? -magnitude : magnitude;
}

bool equal_floats(float a, float b) noexcept {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

}  // namespace

std::optional<std::int64_t> ulp_distance(float a, float b) noexcept {
    if (std::isnan(a) && std::isnan(b)) return 0;
    if (std::isnan(a) || std::isnan(b)) return std::nullopt;
    return std::abs(ordered(a) - ordered(b));
}

VectorDifference difference_of(std::span<const float> a, std::span<const float> b) {
    expect(a.size() == b.size(), "difference_of: vectors of one length");
    VectorDifference difference;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (equal_floats(a[i], b[i])) continue;
        ++difference.differing;
        if (!difference.first) difference.first = static_cast<std::int64_t>(i);
        const auto ulp = ulp_distance(a[i], b[i]);
        if (!ulp) {
            ++difference.nan_mismatches;
            continue;
        }
        difference.max_ulp = std::max(difference.max_ulp, *ulp);
        difference.max_abs = std::max(
            difference.max_abs, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    }
    return difference;
}

ParameterPlace place_of(const MlpShape& shape, std::int64_t index) {
    ParameterPlace place;
    place.index = index;
    for (const LayerExtent& layer : layer_extents(shape)) {
        if (index < layer.biases) {
            const std::int64_t within = index - layer.weights;
            place.row = static_cast<int>(within / layer.inputs);
            place.column = static_cast<int>(within % layer.inputs);
            return place;
        }
        if (index < layer.biases + layer.outputs) {
            place.bias = true;
            place.row = static_cast<int>(index - layer.biases);
            return place;
        }
        ++place.layer;
    }
    expect(false, "place_of: an index of the model");
    return place;
}

double largest_spread(const std::vector<std::span<const float>>& vectors) {
    if (vectors.size() < 2) return 0;
    double largest = 0;
    for (std::size_t i = 0; i < vectors.front().size(); ++i) {
        float least = std::numeric_limits<float>::infinity(), most = -least;
        std::size_t nans = 0;
        for (const auto& vector : vectors) {
            const float value = vector[i];
            if (std::isnan(value)) {
                ++nans;
                continue;
            }
            least = std::min(least, value);
            most = std::max(most, value);
        }
        if (nans == vectors.size()) continue;
        if (nans > 0) return std::numeric_limits<double>::infinity();
        if (least != most)  // two equal infinities have no difference
            largest = std::max(largest, static_cast<double>(most) - static_cast<double>(least));
    }
    return largest;
}

}  // namespace ringscope
