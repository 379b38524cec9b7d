#include "core/session/sweep.h"

#include <algorithm>

#include "core/support/error.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

constexpr int watched_iterations = 3;

}  // namespace

SweepPoint measure_sweep_point(TrainingSpec spec, int world_size,
                               const ReplicaSetFactory& make_replicas, const Progress& progress) {
    const std::int64_t timed = spec.steps;
    spec.world_size = world_size;
    spec.steps = 1 + timed + watched_iterations;
    Trainer trainer(std::move(spec), "sweep", "", make_replicas);
    SweepPoint point;
    point.world_size = world_size;
    point.placement = trainer.info().placement;
    point.batch = std::min(trainer.spec().batch(), trainer.data().train.count);
    const auto report = [&](std::int64_t done) {
        if (progress && !progress(static_cast<double>(done) / static_cast<double>(timed + 4)))
            throw Error(ErrorCode::cancelled, "sweep", "stopped on request");
    };
    const auto compare = [&](const Frame& frame) {
        point.identical = point.identical && frame.identical.value_or(true);
    };

    trainer.advance(Pace::free);
    compare(*trainer.advance(Pace::free));
    std::int64_t samples = 0;
    for (std::int64_t k = 0; k < timed; ++k) {
        report(k);
        const FramePtr frame = trainer.advance(Pace::free);
        compare(*frame);
        samples += frame->batch;
        point.seconds += frame->seconds;
    }
    point.timed_iterations = timed;
    point.samples_per_second = point.seconds > 0 ? static_cast<double>(samples) / point.seconds : 0;

    TimeShares sum;
    for (int k = 0; k < watched_iterations; ++k) {
        report(timed + k);
        FramePtr frame;
        do {
            frame = trainer.advance(Pace::watched);
            sum.add(*frame);
        } while (!trainer.at_iteration_boundary());
        compare(*frame);
        point.memory.clear();
        point.bytes_sent.clear();
        for (const RankRecord& rank : frame->ranks) {
            point.memory.push_back(rank.memory);
            point.bytes_sent.push_back(rank.bytes_sent);
        }
    }
    for (double* part : {&sum.compute, &sum.communication, &sum.update, &sum.host})
        *part /= watched_iterations;
    point.shares = sum;
    return point;
}

std::vector<SweepPoint> measure_sweep(const TrainingSpec& spec, const std::vector<int>& world_sizes,
                                      const ReplicaSetFactory& make_replicas,
                                      const Progress& progress,
                                      const std::function<void(const SweepPoint&)>& measured) {
    std::vector<SweepPoint> points;
    const auto count = static_cast<double>(world_sizes.size());
    for (const int n : world_sizes) {
        const auto before = static_cast<double>(points.size());
        Progress part;
        if (progress) part = [&](double done) { return progress((before + done) / count); };
        points.push_back(measure_sweep_point(spec, n, make_replicas, part));
        if (measured) measured(points.back());
    }
    return points;
}

}  // namespace ringscope
