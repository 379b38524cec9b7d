#pragma once

#include "app/commands/bench_options.h"

namespace ringscope {

// GFLOP/s of a layer's forward pass and weight gradient on one rank's device, beside sgemm of
// OpenBLAS on one core, if libopenblas is installed. Prints a table or CSV.
void bench_kernels(const BenchOptions& options, const CommonOptions& common);

}  // namespace ringscope
