#pragma once

#include <cstdint>

namespace ringscope {

// The largest input that is accepted. They keep a typing error from taking the machine's memory;
// what a device can really hold is found when it is asked for.
inline constexpr int max_world_size = 64;
inline constexpr std::int64_t max_layer_size = 16384;
inline constexpr std::int64_t max_sizes = 33;                          // 32 layers
inline constexpr std::int64_t max_parameters = std::int64_t{1} << 28;  // 1 GiB a vector
inline constexpr std::int64_t max_samples = 1'000'000;
inline constexpr std::int64_t max_data_values = std::int64_t{1} << 27;  // of x, and of targets
inline constexpr std::int64_t max_steps = 1'000'000'000;
inline constexpr std::int64_t max_buckets = 4096;
inline constexpr double max_straggler_milliseconds = 60'000;

}  // namespace ringscope
