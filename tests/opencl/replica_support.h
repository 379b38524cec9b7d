#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/opencl/opencl_replica_set.h"
#include "core/support/digest.h"
#include "core/train/host_replica_set.h"
#include "tests/opencl/collective_support.h"
#include "tests/support/catch.h"

namespace ringscope::test {

// Values in [-1, 1) that are the same everywhere and differ from element to element.
inline std::vector<float> noise(std::int64_t count, std::uint64_t seed) {
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(
            static_cast<float>(mix64(seed * 1000003 + static_cast<std::uint64_t>(i)) >> 40) /
                8388608.0F -
            1.0F);
    return values;
}

// A shard with its data.
struct OwnedShard {
    std::int64_t samples = 0;
    std::vector<float> x, targets;
    std::vector<int> classes;

    OwnedShard(const MlpShape& shape, std::int64_t count, std::uint64_t seed)
        : samples(count), x(noise(count * shape.sizes.front(), seed)) {
        if (shape.loss == LossKind::mse) {
            targets = noise(count * shape.sizes.back(), seed + 1);
            return;
        }
        for (std::int64_t s = 0; s < count; ++s)
            classes.push_back(static_cast<int>(mix64(seed + static_cast<std::uint64_t>(s)) %
                                               static_cast<std::uint64_t>(shape.sizes.back())));
    }
    ShardView view() const { return {samples, x, classes, targets}; }
};

inline ReplicaConfig config_of(const MlpShape& shape, OptimizerKind kind,
                               std::vector<std::int64_t> samples) {
    ReplicaConfig config;
    config.shape = shape;
    config.optimizer.kind = kind;
    config.max_samples = std::move(samples);
    config.receive_elements = receive_elements(ring_all_reduce(
        static_cast<int>(config.max_samples.size()), parameter_count(shape), Ownership::textbook));
    return config;
}

// Loads the same parameters everywhere and each rank's own shard.
inline void load(ReplicaSet& replicas, const ReplicaConfig& config, std::uint64_t seed) {
    for (Rank r = 0; r < replicas.world_size(); ++r) {
        replicas.load_parameters(r, noise(replicas.length(), seed));
        const OwnedShard shard(config.shape, config.max_samples[static_cast<std::size_t>(r)],
                               seed + static_cast<std::uint64_t>(r) + 10);
        replicas.load_shard(r, shard.view());
    }
}

// One iteration of data-parallel training: even shards, sum over the ring, divided by N.
inline void iterate(ReplicaSet& replicas, std::int64_t t) {
    const int n = replicas.world_size();
    const Schedule ring = ring_all_reduce(n, replicas.length(), Ownership::textbook);
    replicas.forward();
    replicas.backward();
    for (const Step& step : ring.steps) replicas.run(ring, step, 0);
    for (Rank r = 0; r < n; ++r) replicas.scale_gradient(r, 1.0F / static_cast<float>(n));
    replicas.update(t);
}

// Largest |a - b| / max(1, |b|); infinite when sizes differ or one is NaN.
inline double distance(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) return HUGE_VAL;
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = std::abs(double{a[i]} - b[i]) / std::max(1.0, std::abs(double{b[i]}));
        most = d <= most ? most : std::isnan(d) ? HUGE_VAL : d;
    }
    return most;
}

}  // namespace ringscope::test
