#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/mlp_layout.h"

namespace ringscope {

// How far two float32 values are apart, counted in values of the format that lie between them: 0
// for equal bits and for 0 and -0, 1 for neighbours, across zero as well. Two NaN are 0 apart; NaN
// and a number have no distance.
std::optional<std::int64_t> ulp_distance(float a, float b) noexcept;

// Two replicas' vectors, element by element.
struct VectorDifference {
    std::int64_t differing = 0;         // elements whose bits differ; NaN equals NaN, 0 is not -0
    double max_abs = 0;                 // over the elements that both have as numbers
    std::int64_t max_ulp = 0;           // the same
    std::int64_t nan_mismatches = 0;    // NaN on one side only: a difference without a size
    std::optional<std::int64_t> first;  // the first differing element

    bool identical() const { return differing == 0; }
};
VectorDifference difference_of(std::span<const float> a, std::span<const float> b);

// Where a parameter is in the model.
struct ParameterPlace {
    std::int64_t index = 0;  // in the flat vector
    int layer = 0;           // from 0
    bool bias = false;
    int row = 0;     // output of the layer
    int column = 0;  // its input; 0 for a bias

    bool operator==(const ParameterPlace&) const = default;
};
ParameterPlace place_of(const MlpShape& shape, std::int64_t index);

// The largest |a - b| over all pairs of ranks and all elements; infinity where an element is NaN on
// some ranks only. One pass, not a pass a pair. Vectors of one length; none or one: 0.
double largest_spread(const std::vector<std::span<const float>>& vectors);

}  // namespace ringscope
