#include "core/train/batches.h"

#include <algorithm>
#include <numeric>

#include "core/data/random.h"
#include "core/support/digest.h"

namespace ringscope {

Batch batch_of(std::int64_t iteration, std::int64_t samples, std::int64_t batch_size) {
    const std::int64_t batches = (samples + batch_size - 1) / batch_size;
    const std::int64_t first = iteration % batches * batch_size;
    return {iteration / batches, first, std::min(batch_size, samples - first)};
}

std::vector<std::int64_t> batch_sizes(std::int64_t samples, std::int64_t batch_size) {
    if (batch_size >= samples) return {samples};
    if (samples % batch_size == 0) return {batch_size};
    return {batch_size, samples % batch_size};
}

std::vector<std::int64_t> shuffled_order(std::int64_t samples, std::uint64_t seed,
                                         std::int64_t epoch) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(samples));
    std::iota(order.begin(), order.end(), 0);
    Random random(mix64(seed) + static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(i))]);
    return order;
}

std::vector<std::vector<std::int64_t>> shard_samples(const TrainingSpec& spec, std::int64_t samples,
                                                     std::int64_t iteration) {
    const Batch batch = batch_of(iteration, samples, spec.batch());
    std::vector<std::int64_t> order;
    if (spec.shuffle) order = shuffled_order(samples, spec.model.seed, batch.epoch);
    std::vector<std::vector<std::int64_t>> ranks;
    for (int r = 0; r < spec.world_size; ++r) {
        auto& numbers =
            ranks.emplace_back(shard_indices(batch.count, r, spec.world_size, spec.sharding));
        for (std::int64_t& number : numbers) {
            number += batch.first;
            if (spec.shuffle) number = order[static_cast<std::size_t>(number)];
        }
    }
    return ranks;
}

ShardSource::ShardSource(const Samples& samples, const MlpShape& shape, Sharding sharding,
                         bool shuffle, std::uint64_t seed)
    : samples_(samples),
      inputs_(shape.sizes.front()),
      outputs_(shape.sizes.back()),
      sharding_(sharding),
      shuffle_(shuffle),
      seed_(seed) {}

void ShardSource::use_epoch(std::int64_t epoch) {
    if (!shuffle_ || epoch == epoch_) return;
    epoch_ = epoch;
    order_ = shuffled_order(samples_.count, seed_, epoch);
}

// Such a shard lies in the data as it is.
ShardView ShardSource::contiguous_shard(const Batch& batch, int rank, int world_size) const {
    std::int64_t first = batch.first;
    for (int r = 0; r < rank; ++r) first += shard_size(batch.count, r, world_size);
    const std::int64_t count = shard_size(batch.count, rank, world_size);
    const auto rows = [&](const auto& values, std::int64_t width) {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        const std::span<const Value> all(values);
        return all.empty() ? all
                           : all.subspan(static_cast<std::size_t>(first * width),
                                         static_cast<std::size_t>(count * width));
    };
    return {count, rows(samples_.x, inputs_), rows(samples_.classes, 1),
            rows(samples_.targets, outputs_)};
}

ShardView ShardSource::shard(const Batch& batch, int rank, int world_size) {
    use_epoch(batch.epoch);
    if (!shuffle_ && sharding_ == Sharding::contiguous)
        return contiguous_shard(batch, rank, world_size);
    const std::vector<std::int64_t> indices =
        shard_indices(batch.count, rank, world_size, sharding_);
    x_.clear();
    targets_.clear();
    classes_.clear();
    for (const std::int64_t index : indices) {
        const auto place = static_cast<std::size_t>(batch.first + index);
        const std::int64_t i = shuffle_ ? order_[place] : static_cast<std::int64_t>(place);
        const auto row = samples_.x.begin() + i * inputs_;
        x_.insert(x_.end(), row, row + inputs_);
        if (!samples_.classes.empty())
            classes_.push_back(samples_.classes[static_cast<std::size_t>(i)]);
        if (!samples_.targets.empty()) {
            const auto target = samples_.targets.begin() + i * outputs_;
            targets_.insert(targets_.end(), target, target + outputs_);
        }
    }
    return {std::ssize(indices), x_, classes_, targets_};
}

}  // namespace ringscope
