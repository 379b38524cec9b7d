#pragma once

#include "core/trace/frame.h"

namespace ringscope {

// Where the time of an iteration goes, in seconds of the monotonic clock. Only watched frames tell
// it: after each of them the host has waited for the devices.
struct TimeShares {
    double compute = 0;        // forward, backward, weighting and dividing gradients
    double communication = 0;  // the steps of the all-reduce
    double update = 0;         // optimizer
    double host = 0;           // cutting and sending the batch, comparing digests

    double sum() const { return compute + communication + update + host; }
    void add(const Frame& frame);
};

}  // namespace ringscope
