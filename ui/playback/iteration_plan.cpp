#include "ui/playback/iteration_plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ringscope {

namespace {

// The run's own account of where it averages; "before" is the documented default.
bool averages_after(const RunInfo& info) {
    const auto session = nlohmann::json::parse(info.session_json, nullptr, false);
    if (!session.is_object()) return false;
    const nlohmann::json& spec = session.contains("spec") ? session["spec"] : session;
    if (!spec.is_object() || !spec.contains("collective")) return false;
    const nlohmann::json& collective = spec["collective"];
    return collective.is_object() && collective.value("average", "before") == "after";
}

void add_steps(std::vector<PlannedFrame>& plan, const RunInfo& info) {
    for (std::size_t b = 0; b < info.buckets.size(); ++b) {
        const Schedule& schedule = info.buckets[b].schedule;
        for (const Step& step : schedule.steps)
            plan.push_back({frame_phase(step.phase), static_cast<int>(b), step.index_in_phase,
                            steps_in_phase(schedule, step.phase)});
    }
}

std::vector<PlannedFrame> whole_iteration(const RunInfo& info, std::int64_t iteration) {
    std::vector<PlannedFrame> plan;
    if (iteration == 0) plan.push_back({});
    const bool training = info.kind == RunKind::train;
    if (training) {
        plan.push_back({FramePhase::shard});
        plan.push_back({FramePhase::forward});
        plan.push_back({FramePhase::backward});
        if (!averages_after(info)) plan.push_back({FramePhase::weight});
    }
    add_steps(plan, info);
    if (training) {
        if (averages_after(info)) plan.push_back({FramePhase::divide});
        plan.push_back({FramePhase::update});
        plan.push_back({FramePhase::equality});
    }
    return plan;
}

}  // namespace

std::vector<PlannedFrame> iteration_plan(const Recording& recording, std::int64_t iteration) {
    std::vector<PlannedFrame> recorded;
    FramePtr last;
    for (std::int64_t i = 0; i < recording.frames_in(iteration); ++i) {
        last = recording.frame({iteration, i});
        if (!last) break;
        recorded.push_back({last->phase, last->bucket, last->step, last->steps_in_phase});
    }
    if (last && last->phase != FramePhase::start && ends_iteration(recording.info(), *last))
        return recorded;
    std::vector<PlannedFrame> plan = whole_iteration(recording.info(), iteration);
    // What was recorded is the truth; only what is still missing comes from the plan.
    if (recorded.size() >= plan.size()) return recorded;
    std::copy(recorded.begin(), recorded.end(), plan.begin());
    return plan;
}

bool arrives(const Frame& before, const Frame& frame, Granularity granularity) {
    if (granularity == Granularity::frame || frame.iteration != before.iteration) return true;
    return granularity == Granularity::phase &&
           (frame.phase != before.phase || frame.bucket != before.bucket);
}

bool ends_iteration(const RunInfo& info, const Frame& frame) {
    if (frame.phase == FramePhase::start || frame.phase == FramePhase::equality ||
        frame.phase == FramePhase::iteration)
        return true;
    return info.kind == RunKind::collective && !info.buckets.empty() &&
           frame.schedule_step + 1 == std::ssize(info.buckets.back().schedule.steps);
}

}  // namespace ringscope
