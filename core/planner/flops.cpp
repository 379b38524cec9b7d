#include "core/planner/flops.h"

namespace ringscope {

double training_flops(double parameters, double tokens) noexcept {
    return flops_per_parameter_and_token * parameters * tokens;
}

double affordable_tokens(double flops, double parameters) noexcept {
    return parameters > 0 ? flops / (flops_per_parameter_and_token * parameters) : 0;
}

double affordable_parameters(double flops, double tokens) noexcept {
    return affordable_tokens(flops, tokens);
}

}  // namespace ringscope
