#pragma once

#include "app/commands/bench_options.h"
#include "core/train/spec.h"

namespace ringscope {

// The spec of --spec, without an end and without faults. By default the digits with 64-128-64-10
// ReLU units, batches of 256 and momentum, which small programs for comparison also train.
TrainingSpec bench_spec(const BenchOptions& options);

}  // namespace ringscope
