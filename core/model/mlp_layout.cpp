#include "core/model/mlp_layout.h"

#include "core/support/error.h"

namespace ringscope {

std::vector<LayerExtent> layer_extents(const MlpShape& shape) {
    expect(shape.sizes.size() >= 2, "layer_extents: at least two sizes");
    std::vector<LayerExtent> layers;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i + 1 < shape.sizes.size(); ++i) {
        LayerExtent layer{shape.sizes[i], shape.sizes[i + 1], offset, 0};
        layer.biases = offset + std::int64_t{layer.inputs} * layer.outputs;
        offset = layer.biases + layer.outputs;
        layers.push_back(layer);
    }
    return layers;
}

ParameterRange parameters_of(const std::vector<LayerExtent>& layers, int first, int last) {
    if (first == last) return {};
    const LayerExtent& top = layers.at(static_cast<std::size_t>(last) - 1);
    return {layers.at(static_cast<std::size_t>(first)).weights, top.biases + top.outputs};
}

std::int64_t parameter_count(const MlpShape& shape) {
    const LayerExtent last = layer_extents(shape).back();
    return last.biases + last.outputs;
}

}  // namespace ringscope
