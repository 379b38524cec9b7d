#include "core/optim/host_optimizer.h"

#include <cmath>

#include "core/support/error.h"

namespace ringscope {

void sgd_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                std::span<const float> gradient) {
    const auto lr = static_cast<float>(optimizer.lr);
    for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] -= lr * gradient[i];
}

void momentum_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                     std::span<const float> gradient, std::span<float> v) {
    const auto lr = static_cast<float>(optimizer.lr);
    const auto momentum = static_cast<float>(optimizer.momentum);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        v[i] = momentum * v[i] + gradient[i];
        parameters[i] -= lr * v[i];
    }
}

void adam_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                 std::span<const float> gradient, std::span<float> state, std::int64_t t) {
    const std::span<float> m = state.first(parameters.size());
    const std::span<float> v = state.last(parameters.size());
    const auto steps = static_cast<double>(t);
    const auto beta1 = static_cast<float>(optimizer.beta1);
    const auto beta2 = static_cast<float>(optimizer.beta2);
    const auto rest1 = static_cast<float>(1 - optimizer.beta1);
    const auto rest2 = static_cast<float>(1 - optimizer.beta2);
    const auto eps = static_cast<float>(optimizer.eps);
    const auto rate = static_cast<float>(optimizer.lr / (1 - std::pow(optimizer.beta1, steps)));
    const auto correction2 = static_cast<float>(1 / (1 - std::pow(optimizer.beta2, steps)));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const float g = gradient[i];
        m[i] = beta1 * m[i] + rest1 * g;
        v[i] = beta2 * v[i] + rest2 * g * g;
        parameters[i] -= rate * m[i] / (std::sqrt(v[i] * correction2) + eps);
    }
}

void optimizer_update(const OptimizerSpec& optimizer, std::span<float> parameters,
                      std::span<const float> gradient, std::span<float> state, std::int64_t t) {
    expect(gradient.size() == parameters.size() && t >= 1 &&
               state.size() ==
                   parameters.size() * static_cast<std::size_t>(state_vectors(optimizer.kind)),
           "optimizer_update: one gradient element a parameter, state of the optimizer's size, t "
           ">= 1");
    switch (optimizer.kind) {
        case OptimizerKind::sgd: return sgd_update(optimizer, parameters, gradient);
        case OptimizerKind::momentum:
            return momentum_update(optimizer, parameters, gradient, state);
        case OptimizerKind::adam: return adam_update(optimizer, parameters, gradient, state, t);
    }
}

}  // namespace ringscope
