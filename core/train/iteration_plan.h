#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/frame.h"
#include "core/train/batches.h"
#include "core/train/spec.h"

namespace ringscope {

// One piece of work of an iteration; watched, each is a frame.
struct Stage {
    FramePhase phase = FramePhase::shard;
    int bucket = 0;          // where moves_chunks(phase)
    int schedule_step = -1;  // index into the bucket's schedule.steps

    bool operator==(const Stage&) const = default;
};

// What one iteration does, the faults that are active in it worked in. Vectors are by rank.
struct IterationPlan {
    Batch batch;
    std::vector<std::int64_t> samples;   // of each shard
    std::vector<Stage> stages;           // from shard to equality
    std::vector<Fault> faults;           // active in this iteration
    std::vector<float> gradient_factor;  // times the local gradient, right after backward
    std::vector<float> weight;           // before the all-reduce
    std::vector<float> divide;           // after it
    std::vector<bool> own_gradient;      // updates with its local gradient
    double delay_seconds = 0;            // of the slowest straggler, in every phase
};

// The right averages are weight = n_r / B with average "before" and divide = 1 / N with "after"
// (even shards); see docs/algorithms.md. When every rank updates with its own gradient there is no
// all-reduce at all. faults: all switches of the run; samples: in the training set.
IterationPlan plan_iteration(const TrainingSpec& spec, const std::vector<Fault>& faults,
                             const std::vector<Bucket>& buckets, std::int64_t iteration,
                             std::int64_t samples);

}  // namespace ringscope
