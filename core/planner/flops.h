#pragma once

namespace ringscope {

// The rule of thumb for training a dense model: about 6 FLOPs a parameter and token, two for the
// forward pass and four for the backward pass (Kaplan et al. 2020, "Scaling Laws for Neural
// Language Models", section 2.1). An estimate, not a measurement.
inline constexpr double flops_per_parameter_and_token = 6;

double training_flops(double parameters, double tokens) noexcept;
// What a budget of FLOPs affords; 0 where there is nothing to divide by.
double affordable_tokens(double flops, double parameters) noexcept;
double affordable_parameters(double flops, double tokens) noexcept;

}  // namespace ringscope
