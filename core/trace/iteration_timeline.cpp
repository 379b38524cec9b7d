#include "core/trace/iteration_timeline.h"

#include <algorithm>
#include <utility>

namespace ringscope {

namespace {

using Interval = std::pair<double, double>;

// Where they touch or cover each other they become one; in order.
std::vector<Interval> merged(std::vector<Interval> intervals) {
    std::sort(intervals.begin(), intervals.end());
    std::vector<Interval> apart;
    for (const Interval& interval : intervals) {
        if (apart.empty() || interval.first > apart.back().second)
            apart.push_back(interval);
        else
            apart.back().second = std::max(apart.back().second, interval.second);
    }
    return apart;
}

}  // namespace

IterationTimeline timeline_of(const std::vector<FramePtr>& frames) {
    IterationTimeline timeline;
    for (const FramePtr& frame : frames) {
        if (frame->phase == FramePhase::start) continue;
        timeline.iteration = frame->iteration;
        timeline.world_size = static_cast<int>(frame->ranks.size());
        timeline.watched = timeline.watched || frame->phase != FramePhase::iteration;
        for (WorkSpan span : frame->spans) {
            span.begin += timeline.seconds;
            span.end += timeline.seconds;
            timeline.spans.push_back(span);
        }
        timeline.seconds += frame->seconds;
    }
    return timeline;
}

bool computes(WorkKind kind) noexcept {
    return kind == WorkKind::forward || kind == WorkKind::backward || kind == WorkKind::weight ||
           kind == WorkKind::divide || kind == WorkKind::update;
}

OverlapTime overlap_of(const std::vector<WorkSpan>& spans, int world_size) {
    OverlapTime time;
    for (Rank r = 0; r < world_size; ++r) {
        std::vector<Interval> computing, reducing;
        for (const WorkSpan& span : spans) {
            if ((span.ranks >> r & 1) == 0) continue;
            if (span.work.kind == WorkKind::all_reduce)
                reducing.emplace_back(span.begin, span.end);
            else if (computes(span.work.kind))
                computing.emplace_back(span.begin, span.end);
        }
        computing = merged(std::move(computing));
        for (const Interval& reduce : merged(std::move(reducing))) {
            time.communication += reduce.second - reduce.first;
            for (const Interval& compute : computing)
                time.both += std::max(0.0, std::min(reduce.second, compute.second) -
                                               std::max(reduce.first, compute.first));
        }
    }
    return time;
}

}  // namespace ringscope
