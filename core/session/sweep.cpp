#include "core/session/sweep.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "core/support/error.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

constexpr int watched_iterations = 3, most_rounds = 5;
// Of a round's iterations: a slow training is warm sooner and needs fewer rounds.
constexpr double enough_warm_up_seconds = 0.5, enough_seconds = 2;

std::string why_refused(const TrainingSpec& spec) {
    if (!spec.memory_budget_bytes || spec.world_size == 1 || spec.collective.algorithm != "ring")
        return {};
    return ". Beside its replica a device needs a buffer for what it receives, 1/N of the gradient "
           "with the ring: most with N = 2, none with N = 1";
}

SweepPoint measure_point(TrainingSpec spec, const ReplicaSetFactory& make_replicas,
                         const Progress& progress) {
    const std::int64_t timed = spec.steps;
    const int world_size = spec.world_size;
    spec.steps = (1 + most_rounds) * timed + watched_iterations;
    Trainer trainer(spec, "sweep", "", make_replicas);
    SweepPoint point;
    point.world_size = world_size;
    point.placement = trainer.info().placement;
    point.batch = std::min(trainer.spec().batch(), trainer.data().train.count);
    const std::int64_t all = spec.steps + 1;
    const auto report = [&](std::int64_t done) {
        if (progress && !progress(static_cast<double>(done) / static_cast<double>(all)))
            throw Error(ErrorCode::cancelled, "sweep", "stopped on request");
    };
    const auto compare = [&](const Frame& frame) {
        point.identical = point.identical && frame.identical.value_or(true);
    };

    trainer.advance(Pace::free);
    std::int64_t samples = 0;
    const auto run = [&](std::int64_t first, double enough) {
        double seconds = 0;
        samples = 0;
        for (std::int64_t k = 0; k < timed && seconds < enough; ++k) {
            report(first + k);
            const FramePtr frame = trainer.advance(Pace::free);
            compare(*frame);
            samples += frame->batch;
            seconds += frame->seconds;
        }
        return seconds;
    };
    run(0, enough_warm_up_seconds);
    std::vector<std::pair<double, double>> rounds;  // samples a second, seconds
    double spent = 0;
    for (int round = 1; round <= most_rounds && spent < enough_seconds; ++round) {
        const double seconds = run(round * timed, std::numeric_limits<double>::infinity());
        rounds.emplace_back(seconds > 0 ? static_cast<double>(samples) / seconds : 0, seconds);
        spent += seconds;
    }
    const auto middle = rounds.begin() + static_cast<std::ptrdiff_t>(rounds.size() / 2);
    std::nth_element(rounds.begin(), middle, rounds.end());
    point.timed_iterations = timed;
    std::tie(point.samples_per_second, point.seconds) = *middle;

    TimeShares sum;
    for (int k = 0; k < watched_iterations; ++k) {
        report((1 + most_rounds) * timed + k);
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

}  // namespace

SweepPoint measure_sweep_point(TrainingSpec spec, int world_size,
                               const ReplicaSetFactory& make_replicas, const Progress& progress) {
    spec.world_size = world_size;
    try {
        return measure_point(spec, make_replicas, progress);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::device_failed) throw;
        throw Error(error.code(), error.where(),
                    "with N = " + std::to_string(world_size) + ' ' + error.message(),
                    error.hint() + why_refused(spec), error.detail());
    }
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
