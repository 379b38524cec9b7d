#pragma once

#include <memory>
#include <string>

#include "core/trace/recording.h"
#include "core/train/run.h"

namespace ringscope::testing {

// A frame with nothing in it but its place.
inline std::shared_ptr<Frame> bare_frame(std::int64_t iteration, FramePhase phase, int step = 0,
                                         int bucket = 0) {
    auto frame = std::make_shared<Frame>();
    frame->iteration = iteration;
    frame->phase = phase;
    frame->step = step;
    frame->bucket = bucket;
    return frame;
}

// The first field in which the two differ, with NaN equal to NaN and values compared by their bits;
// empty when they are equal.
std::string difference(const RunInfo& a, const RunInfo& b);
std::string difference(const VectorPtr& a, const VectorPtr& b);
std::string difference(const Frame& a, const Frame& b);
std::string difference(const Checkpoint& a, const Checkpoint& b);
std::string difference(const Recording& a, const Recording& b);

// The same, but for wall times and executed_again: what two executions of one iteration share.
std::string difference_of_results(const Frame& a, const Frame& b);

// A recording of no run: three ranks, seven parameters in two buckets, Adam; every field of every
// record is filled, NaN and infinities among the values. Iteration 1 is a free-run iteration that
// was executed again, iteration 2 is watched and not complete.
std::shared_ptr<Recording> made_up_recording();

// Executors in host memory, labelled as such.
ExecutorFactory host_executors();

}  // namespace ringscope::testing
