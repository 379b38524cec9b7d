#pragma once

#include <cstdint>

#include "core/opencl/lane.h"
#include "core/train/spec.h"

namespace ringscope::opencl {

// An optimizer on one lane: enqueues the kernels of shaders/optimizer.cl.
class OpenClOptimizer {
  public:
    OpenClOptimizer(Lane& lane, const OptimizerSpec& spec);  // keeps both references

    // One update of `count` parameters. state: [state vector][parameter], or no buffer. t >= 1.
    void update(const LedgerBuffer& parameters, const LedgerBuffer& gradient,
                const LedgerBuffer& state, std::int64_t count, std::int64_t t);

  private:
    Lane& lane_;
    const OptimizerSpec& spec_;
    cl::Kernel kernel_;
};

}  // namespace ringscope::opencl
