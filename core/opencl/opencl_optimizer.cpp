#include "core/opencl/opencl_optimizer.h"

#include <cmath>

namespace ringscope::opencl {

OpenClOptimizer::OpenClOptimizer(Lane& lane, const OptimizerSpec& spec)
    : lane_(lane), spec_(spec), kernel_(lane.kernel(name(spec.kind))) {}

void OpenClOptimizer::update(const Operation& operation, std::int64_t ranks, const Each& parameters,
                             const Each& gradient, const Each& state, std::int64_t count,
                             std::int64_t t) {
    const auto f = [](double value) { return static_cast<float>(value); };
    const std::int64_t groups = element_groups(count);
    const auto launch = [&](const auto&... arguments) {
        lane_.launch_groups(operation, kernel_, groups * ranks, group_size, parameters, gradient,
                            arguments...);
    };
    switch (spec_.kind) {
        case OptimizerKind::sgd: return launch(groups, count, f(spec_.lr));
        case OptimizerKind::momentum:
            return launch(state, groups, count, f(spec_.lr), f(spec_.momentum));
        case OptimizerKind::adam: {
            const auto steps = static_cast<double>(t);
            const double rate = spec_.lr / (1 - std::pow(spec_.beta1, steps));
            const double correction2 = 1 / (1 - std::pow(spec_.beta2, steps));
            return launch(state, groups, count, f(spec_.beta1), f(1 - spec_.beta1), f(spec_.beta2),
                          f(1 - spec_.beta2), f(rate), f(correction2), f(spec_.eps));
        }
    }
}

}  // namespace ringscope::opencl
