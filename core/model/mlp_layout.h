#pragma once

#include <cstdint>
#include <vector>

namespace ringscope {

enum class Activation { tanh, relu };
enum class LossKind { cross_entropy, mse };

const char* name(Activation activation) noexcept;
const char* name(LossKind loss) noexcept;

// A fully connected network: sizes {inputs, hidden..., outputs}, at least two, each >= 1. The last
// layer has no activation.
struct MlpShape {
    std::vector<int> sizes;
    Activation activation = Activation::tanh;
    LossKind loss = LossKind::cross_entropy;

    bool operator==(const MlpShape&) const = default;
};

// Where one layer's parameters lie in the flat vector: W row-major [out][in], then b [out].
struct LayerExtent {
    int inputs = 0;
    int outputs = 0;
    std::int64_t weights = 0;  // offset of W
    std::int64_t biases = 0;   // offset of b
};

// The flat float32 parameter vector of an MLP, in the order of PyTorch's parameters(): W1 b1 W2 b2
// ...
std::vector<LayerExtent> layer_extents(const MlpShape& shape);
std::int64_t parameter_count(const MlpShape& shape);
// Where the parameters of layers [first, last) lie: [begin, end).
struct ParameterRange {
    std::int64_t begin = 0, end = 0;
};
ParameterRange parameters_of(const std::vector<LayerExtent>& layers, int first, int last);

}  // namespace ringscope
