#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <vector>

#include "core/collective/executor.h"
#include "core/train/placement.h"

namespace ringscope {

// values[rank][i]
using Vectors = std::vector<std::vector<float>>;

enum class RingDetail {
    none,      // the result and the traffic
    messages,  // and every message without its values
    full,      // and every value sent and every vector after each step
};

// Receives an all-reduce while it happens and prints it. Calls come in this order: begin, step once
// for each step, end.
class RingReport {
  public:
    virtual ~RingReport() = default;

    virtual void begin(const Schedule& schedule, const Placement& placement,
                       const Vectors& initial) = 0;
    // before, after: the vectors read back around the step. Empty unless the detail is full.
    virtual void step(const Schedule& schedule, const Step& step,
                      const std::vector<TransferReport>& messages, const Vectors& before,
                      const Vectors& after) = 0;
    // sum: what every rank ended with; bytes_sent[rank]: as counted by the executor.
    virtual void end(const Schedule& schedule, const std::vector<float>& sum,
                     const std::vector<std::int64_t>& bytes_sent) = 0;
};

// The JSON object of docs/formats.md.
std::unique_ptr<RingReport> json_ring_report(std::ostream& out, RingDetail detail);
// The same for people; of long chunks and vectors the first numbers.
std::unique_ptr<RingReport> text_ring_report(std::ostream& out, RingDetail detail);

}  // namespace ringscope
