#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/support/progress.h"
#include "core/train/run.h"
#include "core/train/spec.h"
#include "core/train/time_shares.h"

namespace ringscope {

// What one training of a sweep measured.
struct SweepPoint {
    int world_size = 1;
    std::int64_t batch = 0;  // samples of a whole batch, over all ranks
    std::int64_t timed_iterations = 0;
    double seconds = 0;  // of the timed iterations, free run: the round in the middle
    double samples_per_second = 0;
    TimeShares shares;                     // a watched iteration's, in the mean
    std::vector<MemoryUse> memory;         // [rank]: live bytes at the end
    std::vector<std::int64_t> bytes_sent;  // [rank], in one iteration
    bool identical = true;                 // the replicas, after every iteration
    Placement placement;
};

// Trains `spec` with another world size and measures it: a round of spec.steps untimed, the median
// of several in free run, a few iterations watched, for the shares. spec.batch_per_rank keeps the
// work of a rank, spec.global_batch the work of all. Progress goes from 0 to 1 and can stop it
// (Error cancelled). Throws Error; one of the device says which N.
SweepPoint measure_sweep_point(TrainingSpec spec, int world_size,
                               const ReplicaSetFactory& make_replicas, const Progress& progress);

// One world size after the other. `measured` is told of each point.
std::vector<SweepPoint> measure_sweep(const TrainingSpec& spec, const std::vector<int>& world_sizes,
                                      const ReplicaSetFactory& make_replicas,
                                      const Progress& progress,
                                      const std::function<void(const SweepPoint&)>& measured = {});

}  // namespace ringscope
