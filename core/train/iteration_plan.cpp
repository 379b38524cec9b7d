#include "core/train/iteration_plan.h"

#include <algorithm>

#include "core/train/faults.h"

namespace ringscope {

namespace {

// Whether a fault of this kind is active for the rank; without a rank, for all of them at once.
bool has(const IterationPlan& plan, FaultKind kind, std::optional<int> rank) {
    return std::any_of(plan.faults.begin(), plan.faults.end(), [&](const Fault& fault) {
        return fault.kind == kind && (rank ? concerns(fault, *rank) : !fault.rank);
    });
}

bool has_on_single_rank(const IterationPlan& plan, FaultKind kind) {
    return std::any_of(plan.faults.begin(), plan.faults.end(), [&](const Fault& fault) {
        return fault.kind == kind && fault.rank.has_value();
    });
}

// How the gradients become an average: by weights before the all-reduce, or by dividing after it.
// The sum that a single rank forgets to divide must arrive undivided, so that rank's fault moves
// the division of all the others behind the all-reduce (even shards only: check_even_shards).
// Returns whether there is a phase of weighting before it.
bool plan_average(const TrainingSpec& spec, IterationPlan& plan) {
    const auto ranks = static_cast<std::size_t>(spec.world_size);
    const double share = 1.0 / spec.world_size;
    const bool forget_all = has(plan, FaultKind::forget_average, std::nullopt);
    const bool unweighted = has(plan, FaultKind::unweighted_mean, std::nullopt);
    const bool before = spec.collective.average == Averaging::before &&
                        !has_on_single_rank(plan, FaultKind::forget_average);
    plan.weight.assign(ranks, 1);
    plan.divide.assign(ranks, 1);
    for (std::size_t r = 0; r < ranks; ++r) {
        const int rank = static_cast<int>(r);
        const double fraction =
            static_cast<double>(plan.samples[r]) / static_cast<double>(plan.batch.count);
        if (!forget_all && before)
            plan.weight[r] = static_cast<float>(unweighted ? share : fraction);
        double divide = before || has(plan, FaultKind::forget_average, rank) ? 1.0 : share;
        if (has(plan, FaultKind::average_twice, rank)) divide *= share;
        plan.divide[r] = static_cast<float>(divide);
    }
    return before && !forget_all;
}

void plan_stages(const std::vector<Bucket>& buckets, bool weights, IterationPlan& plan) {
    for (const FramePhase phase : {FramePhase::shard, FramePhase::forward, FramePhase::backward})
        plan.stages.push_back({phase});
    const bool all_alone = std::all_of(plan.own_gradient.begin(), plan.own_gradient.end(),
                                       [](bool own) { return own; });
    if (!all_alone) {
        if (weights) plan.stages.push_back({FramePhase::weight});
        for (std::size_t b = 0; b < buckets.size(); ++b)
            for (std::size_t k = 0; k < buckets[b].schedule.steps.size(); ++k)
                plan.stages.push_back({frame_phase(buckets[b].schedule.steps[k].phase),
                                       static_cast<int>(b), static_cast<int>(k)});
        if (std::any_of(plan.divide.begin(), plan.divide.end(), [](float f) { return f != 1; }))
            plan.stages.push_back({FramePhase::divide});
    }
    for (const FramePhase phase : {FramePhase::update, FramePhase::equality})
        plan.stages.push_back({phase});
}

}  // namespace

IterationPlan plan_iteration(const TrainingSpec& spec, const std::vector<Fault>& faults,
                             const std::vector<Bucket>& buckets, std::int64_t iteration,
                             std::int64_t samples) {
    IterationPlan plan;
    plan.batch = batch_of(iteration, samples, spec.batch());
    for (const Fault& fault : faults)
        if (active(fault, iteration)) plan.faults.push_back(fault);
    const auto ranks = static_cast<std::size_t>(spec.world_size);
    plan.gradient_factor.assign(ranks, 1);
    plan.own_gradient.assign(ranks, false);
    for (int r = 0; r < spec.world_size; ++r) {
        plan.samples.push_back(shard_size(plan.batch.count, r, spec.world_size));
        const auto i = static_cast<std::size_t>(r);
        plan.own_gradient[i] = has(plan, FaultKind::skip_all_reduce, r);
        for (const Fault& fault : plan.faults)
            if (fault.kind == FaultKind::scale_gradient && concerns(fault, r))
                plan.gradient_factor[i] *= static_cast<float>(fault.factor);
    }
    for (const Fault& fault : plan.faults)
        if (fault.kind == FaultKind::straggler)
            plan.delay_seconds = std::max(plan.delay_seconds, fault.milliseconds / 1000);
    const bool weights = plan_average(spec, plan);
    plan_stages(buckets, weights, plan);
    return plan;
}

}  // namespace ringscope
