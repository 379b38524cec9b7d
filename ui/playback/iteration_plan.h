#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/recording.h"

namespace ringscope {

// One frame of an iteration as the timeline draws it, recorded already or still to come.
struct PlannedFrame {
    FramePhase phase = FramePhase::start;
    int bucket = 0;
    int step = 0;
    int steps_in_phase = 1;

    bool operator==(const PlannedFrame&) const = default;
};

// The frames that an iteration has when it is watched: those recorded, followed by those that the
// schedule still holds. A free-run iteration that was not executed again has its one summary.
std::vector<PlannedFrame> iteration_plan(const Recording& recording, std::int64_t iteration);

// How far one step of the player goes.
enum class Granularity { frame, phase, iteration };

// True where `frame`, recorded after `before`, is where a step of that granularity arrives: always,
// at the first frame of a phase, at the first of an iteration (as ReplayCursor moves).
bool arrives(const Frame& before, const Frame& frame, Granularity granularity);

// True for the last frame of an iteration (and for the start frame, before the first).
bool ends_iteration(const RunInfo& info, const Frame& frame);

}  // namespace ringscope
