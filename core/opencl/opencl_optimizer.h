#pragma once

#include <cstdint>

#include "core/opencl/lane.h"
#include "core/train/spec.h"

namespace ringscope::opencl {

// An optimizer on one lane: enqueues the kernels of shaders/optimizer.cl, one launch for all ranks.
class OpenClOptimizer {
  public:
    OpenClOptimizer(Lane& lane, const OptimizerSpec& spec);  // keeps both references

    // operation: for messages and spans. One update of `count` parameters of each of `ranks` ranks.
    // state: [state vector][parameter], or no buffers. t >= 1.
    void update(const Operation& operation, std::int64_t ranks, const Each& parameters,
                const Each& gradient, const Each& state, std::int64_t count, std::int64_t t);

  private:
    Lane& lane_;
    const OptimizerSpec& spec_;
    cl::Kernel kernel_;
};

}  // namespace ringscope::opencl
