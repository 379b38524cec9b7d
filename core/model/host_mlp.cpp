#include "core/model/host_mlp.h"

#include <algorithm>
#include <cmath>

#include "core/support/error.h"

namespace ringscope {

namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

// relu(NaN) is NaN, as is the derivative's product: a comparison that is false for NaN keeps it.
float activate(Activation activation, float z) {
    if (activation == Activation::tanh) return std::tanh(z);
    return z < 0 ? 0 : z;
}

// Derivative of the loss by z, from that by the output and the output itself; ReLU'(0) = 0.
float through_activation(Activation activation, float output, float derivative) {
    if (activation == Activation::tanh) return derivative * (1 - output * output);
    return output <= 0 ? 0 : derivative;
}

// -log softmax(z)[label], with the largest output taken out so that no exponential overflows.
float cross_entropy(std::span<const float> z, int label) {
    const float largest = *std::max_element(z.begin(), z.end());
    float sum = 0;
    for (const float value : z) sum += std::exp(value - largest);
    return std::log(sum) + largest - z[at(label)];
}

bool hit(std::span<const float> z, int label) {
    for (std::size_t j = 0; j < z.size(); ++j) {
        const bool beaten = j < at(label) ? z[j] < z[at(label)] : z[j] <= z[at(label)];
        if (!beaten) return false;
    }
    return true;
}

// Replaces one sample's outputs by the derivatives of the mean loss over `samples`.
void loss_derivative(const MlpShape& shape, std::span<float> z, const ShardView& shard,
                     std::int64_t sample) {
    const auto samples = static_cast<float>(shard.samples);
    if (shape.loss == LossKind::mse) {
        const auto target = shard.targets.subspan(at(sample) * z.size(), z.size());
        const float scale = 2 / (samples * static_cast<float>(z.size()));
        for (std::size_t j = 0; j < z.size(); ++j) z[j] = scale * (z[j] - target[j]);
        return;
    }
    const float largest = *std::max_element(z.begin(), z.end());
    float sum = 0;
    for (float& value : z) sum += value = std::exp(value - largest);
    for (float& value : z) value /= sum;
    z[at(shard.classes[at(sample)])] -= 1;
    for (float& value : z) value /= samples;
}

// gradient of W and b from the derivatives by z of a layer and the layer's input.
void layer_gradient(const LayerExtent& layer, std::span<const float> input,
                    std::span<const float> derivatives, std::int64_t samples,
                    std::span<float> gradient) {
    for (std::int64_t s = 0; s < samples; ++s)
        for (int o = 0; o < layer.outputs; ++o) {
            const float d = derivatives[at(s * layer.outputs + o)];
            const float* const x = input.data() + s * layer.inputs;
            float* const w = gradient.data() + layer.weights + std::int64_t{o} * layer.inputs;
            for (int i = 0; i < layer.inputs; ++i) w[i] += d * x[i];
            gradient[at(layer.biases + o)] += d;
        }
}

// Derivatives by the layer's input, through the activation that made it, in place of that input.
void derivatives_by_input(const MlpShape& shape, const LayerExtent& layer,
                          std::span<const float> parameters, std::span<const float> derivatives,
                          std::int64_t samples, std::span<float> input) {
    std::vector<float> sums(at(layer.inputs));
    for (std::int64_t s = 0; s < samples; ++s) {
        std::fill(sums.begin(), sums.end(), 0.0F);
        for (int o = 0; o < layer.outputs; ++o) {
            const float d = derivatives[at(s * layer.outputs + o)];
            const float* const w =
                parameters.data() + layer.weights + std::int64_t{o} * layer.inputs;
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += d * w[i];
        }
        float* const x = input.data() + s * layer.inputs;
        for (std::size_t i = 0; i < sums.size(); ++i)
            x[i] = through_activation(shape.activation, x[i], sums[i]);
    }
}

}  // namespace

void mlp_forward(const MlpShape& shape, std::span<const float> parameters, std::span<const float> x,
                 std::int64_t samples, LayerOutputs& outputs) {
    const std::vector<LayerExtent> layers = layer_extents(shape);
    outputs.resize(layers.size());
    std::span<const float> input = x;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const LayerExtent& layer = layers[l];
        outputs[l].resize(at(samples * layer.outputs));
        for (std::int64_t s = 0; s < samples; ++s)
            for (int o = 0; o < layer.outputs; ++o) {
                const float* const w =
                    parameters.data() + layer.weights + std::int64_t{o} * layer.inputs;
                const float* const in = input.data() + s * layer.inputs;
                float z = parameters[at(layer.biases + o)];
                for (int i = 0; i < layer.inputs; ++i) z += w[i] * in[i];
                outputs[l][at(s * layer.outputs + o)] =
                    l + 1 < layers.size() ? activate(shape.activation, z) : z;
            }
        input = outputs[l];
    }
}

Evaluation mlp_loss(const MlpShape& shape, std::span<const float> last_outputs,
                    const ShardView& shard) {
    const auto width = at(shape.sizes.back());
    expect(last_outputs.size() >= at(shard.samples) * width, "mlp_loss: an output row a sample");
    Evaluation evaluation;
    for (std::int64_t s = 0; s < shard.samples; ++s) {
        const auto z = last_outputs.subspan(at(s) * width, width);
        if (shape.loss == LossKind::cross_entropy) {
            const int label = shard.classes[at(s)];
            evaluation.loss_sum += cross_entropy(z, label);
            evaluation.correct += hit(z, label) ? 1 : 0;
            continue;
        }
        const auto target = shard.targets.subspan(at(s) * width, width);
        float sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += (z[j] - target[j]) * (z[j] - target[j]);
        evaluation.loss_sum += sum / static_cast<float>(width);
    }
    return evaluation;
}

void mlp_backward(const MlpShape& shape, std::span<const float> parameters, const ShardView& shard,
                  LayerOutputs& outputs, std::span<float> gradient, int first, int last) {
    const std::vector<LayerExtent> layers = layer_extents(shape);
    const auto [begin, end] = parameters_of(layers, first, last);
    std::fill(gradient.begin() + begin, gradient.begin() + end, 0.0F);
    const auto width = at(shape.sizes.back());
    if (at(last) == layers.size())
        for (std::int64_t s = 0; s < shard.samples; ++s)
            loss_derivative(shape, std::span(outputs.back()).subspan(at(s) * width, width), shard,
                            s);
    for (std::size_t l = at(last); l-- > at(first);) {
        const std::span<const float> input =
            l == 0 ? shard.x : std::span<const float>(outputs[l - 1]);
        layer_gradient(layers[l], input, outputs[l], shard.samples, gradient);
        if (l > 0)
            derivatives_by_input(shape, layers[l], parameters, outputs[l], shard.samples,
                                 outputs[l - 1]);
    }
}

}  // namespace ringscope
