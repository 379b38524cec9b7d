#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

// When the devices did what in one iteration, as far as that was measured.
struct IterationTimeline {
    std::int64_t iteration = 0;
    int world_size = 0;
    double seconds = 0;    // wall time of the iteration's frames
    bool watched = false;  // step by step: the host waited after each, so nothing could overlap
    std::vector<WorkSpan> spans;  // from the iteration's beginning

    bool operator==(const IterationTimeline&) const = default;
};

// frames: those of one iteration, in their order. They are put one behind the other; what the host
// read between two of them is left out, as in the Chrome trace. A start frame is passed over.
IterationTimeline timeline_of(const std::vector<FramePtr>& frames);

// Forward, backward, weighting, dividing and update. The batch on its way, all-reduces and what the
// host reads are not.
bool computes(WorkKind kind) noexcept;

// Added up over the ranks, in seconds: the time in which an all-reduce ran for a rank, and the part
// of it in which the rank also computed.
struct OverlapTime {
    double communication = 0, both = 0;

    double share() const { return communication > 0 ? both / communication : 0; }
};
OverlapTime overlap_of(const std::vector<WorkSpan>& spans, int world_size);

}  // namespace ringscope
