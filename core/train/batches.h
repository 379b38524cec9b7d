#pragma once

#include <cstdint>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/sharding.h"
#include "core/train/replica_set.h"

namespace ringscope {

// Samples [first, first + count) of the order of epoch `epoch`.
struct Batch {
    std::int64_t epoch = 0;
    std::int64_t first = 0;
    std::int64_t count = 0;

    bool operator==(const Batch&) const = default;
};

// Iteration t takes batch t mod ceil(samples / batch_size) of epoch t / ceil(samples / batch_size);
// the last batch of an epoch may be smaller.
Batch batch_of(std::int64_t iteration, std::int64_t samples, std::int64_t batch_size);

// The sizes that occur: one or two different numbers.
std::vector<std::int64_t> batch_sizes(std::int64_t samples, std::int64_t batch_size);

// The order of the samples in an epoch of shuffled batches: a Fisher-Yates shuffle by Random drawn
// from (seed, epoch), so that any iteration can be visited without the ones before.
std::vector<std::int64_t> shuffled_order(std::int64_t samples, std::uint64_t seed,
                                         std::int64_t epoch);

// The numbers of the samples that each rank gets in an iteration of a training set of `samples`.
// Shards may be empty.
std::vector<std::vector<std::int64_t>> shard_samples(const TrainingSpec& spec, std::int64_t samples,
                                                     std::int64_t iteration);

// Gives each rank its part of a batch. Keeps a reference to the samples, which must outlive it.
class ShardSource {
  public:
    // With shuffle every epoch has its own order.
    ShardSource(const Samples& samples, const MlpShape& shape, Sharding sharding, bool shuffle,
                std::uint64_t seed);

    // The views stay valid until the next call.
    ShardView shard(const Batch& batch, int rank, int world_size);

  private:
    void use_epoch(std::int64_t epoch);
    ShardView contiguous_shard(const Batch& batch, int rank, int world_size) const;

    const Samples& samples_;
    std::int64_t inputs_, outputs_;
    Sharding sharding_;
    bool shuffle_;
    std::uint64_t seed_;
    std::int64_t epoch_ = -1;
    std::vector<std::int64_t> order_;  // empty when not shuffled
    std::vector<float> x_, targets_;   // copies of what does not lie in one piece
    std::vector<int> classes_;
};

}  // namespace ringscope
