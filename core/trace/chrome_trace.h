#pragma once

#include <ostream>

#include "core/support/progress.h"
#include "core/trace/recording.h"

namespace ringscope {

// A recording as trace events, for Perfetto and chrome://tracing ("Trace Event Format", Google,
// JSON object form): a process a device; spans for forward, backward, each step, update; flow
// arrows for the transfers; counters for memory by category.
//
// Times are measured: a span is as long as the frame's wall time, and spans follow each other. The
// frames of a watched run have one time for all ranks, so the spans of all devices are the same;
// what the host did between two frames is left out. Frames without a time have no length. Where the
// devices measured their commands (Frame::spans), these are spans of their own, with each device's
// own times: there an all-reduce is seen to overlap with the backward pass. Where nothing was
// measured nothing is drawn, and the head says so.
void write_chrome_trace(std::ostream& out, const Recording& recording,
                        const Progress& progress = {});

}  // namespace ringscope
