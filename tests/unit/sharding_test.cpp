#include <algorithm>

#include "core/train/batches.h"
#include "core/train/buckets.h"
#include "tests/support/catch.h"

using namespace ringscope;
using Indices = std::vector<std::int64_t>;

TEST_CASE("shards split a batch as the format says") {
    CHECK(shard_indices(7, 0, 3, Sharding::contiguous) == Indices{0, 1, 2});
    CHECK(shard_indices(7, 1, 3, Sharding::contiguous) == Indices{3, 4});
    CHECK(shard_indices(7, 2, 3, Sharding::contiguous) == Indices{5, 6});
    CHECK(shard_indices(7, 0, 3, Sharding::strided) == Indices{0, 3, 6});
    CHECK(shard_indices(7, 2, 3, Sharding::strided) == Indices{2, 5});
    CHECK(shard_indices(2, 3, 5, Sharding::contiguous).empty());
    CHECK(shard_indices(2, 3, 5, Sharding::strided).empty());
}

TEST_CASE("every sample of a batch is in exactly one shard") {
    for (const Sharding sharding : {Sharding::contiguous, Sharding::strided})
        for (const std::int64_t batch : {0, 1, 5, 13, 64})
            for (const int n : {1, 2, 3, 8, 13, 64}) {
                CAPTURE(name(sharding), batch, n);
                Indices all;
                for (int r = 0; r < n; ++r)
                    for (const std::int64_t i : shard_indices(batch, r, n, sharding))
                        all.push_back(i);
                std::sort(all.begin(), all.end());
                Indices expected(static_cast<std::size_t>(batch));
                for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = std::int64_t(i);
                CHECK(all == expected);
            }
}

TEST_CASE("batches walk through the data, the last of an epoch may be smaller") {
    CHECK(batch_of(0, 10, 4) == Batch{0, 0, 4});
    CHECK(batch_of(2, 10, 4) == Batch{0, 8, 2});
    CHECK(batch_of(3, 10, 4) == Batch{1, 0, 4});
    CHECK(batch_of(5, 3, 100) == Batch{5, 0, 3});
    CHECK(batch_sizes(10, 4) == Indices{4, 2});
    CHECK(batch_sizes(8, 4) == Indices{4});
    CHECK(batch_sizes(3, 4) == Indices{3});
}

TEST_CASE("a shuffled epoch holds every sample once, in an order of its own that seeds repeat") {
    Samples samples;
    samples.count = 20;
    for (int i = 0; i < 20; ++i) {
        samples.x.push_back(static_cast<float>(i));
        samples.classes.push_back(i);
    }
    const MlpShape shape{{1, 20}, Activation::tanh, LossKind::cross_entropy};
    const auto epoch = [&](ShardSource& source, std::int64_t number) {
        std::vector<int> seen;
        for (std::int64_t t = 3 * number; t < 3 * number + 3; ++t)
            for (int r = 0; r < 2; ++r) {
                const ShardView view = source.shard(batch_of(t, 20, 8), r, 2);
                for (std::int64_t i = 0; i < view.samples; ++i) {
                    const auto k = static_cast<std::size_t>(i);
                    CHECK(view.x[k] == static_cast<float>(view.classes[k]));
                    seen.push_back(view.classes[k]);
                }
            }
        return seen;
    };
    ShardSource source(samples, shape, Sharding::strided, true, 5);
    const std::vector<int> second = epoch(source, 1);
    const std::vector<int> first = epoch(source, 0);
    CHECK(first != second);
    CHECK_FALSE(std::is_sorted(first.begin(), first.end()));
    std::vector<int> sorted = first;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == samples.classes);
    ShardSource again(samples, shape, Sharding::strided, true, 5);
    CHECK(epoch(again, 0) == first);
    ShardSource other(samples, shape, Sharding::strided, true, 6);
    CHECK(epoch(other, 0) != first);
}

TEST_CASE("buckets are cut from the end of the vector") {
    const MlpShape small{{2, 4, 3}, Activation::tanh, LossKind::cross_entropy};  // 8 + 4, 12 + 3
    CHECK(bucket_extents(small, 26214400) == std::vector<Chunk>{{0, 27}});
    CHECK(bucket_extents(small, 60) == std::vector<Chunk>{{12, 15}, {0, 12}});
    // Whole tensors, though one alone is larger than a bucket is to be.
    CHECK(bucket_extents(small, 13) == std::vector<Chunk>{{12, 15}, {8, 4}, {0, 8}});
    CHECK(bucket_extents(small, 4) == std::vector<Chunk>{{24, 3}, {12, 12}, {8, 4}, {0, 8}});
}

TEST_CASE("the first bucket is full with a mebibyte, the others with bucket_bytes") {
    // Tensors of 2 MiB, each with biases of 1,024 bytes or more.
    const MlpShape shape{{256, 2048, 256, 2048, 256}, Activation::relu, LossKind::mse};
    const std::int64_t wide = 2048 * 256, narrow_biases = 256, wide_biases = 2048;
    const std::int64_t layer = wide + wide_biases + wide + narrow_biases;  // two of them
    CHECK(bucket_extents(shape, 26214400) ==
          std::vector<Chunk>{{2 * layer - wide - narrow_biases, wide + narrow_biases},
                             {0, 2 * layer - wide - narrow_biases}});
    CHECK(bucket_extents(shape, 3 << 20).size() == 3);
    CHECK(bucket_extents(shape, 1 << 10).size() == 8);
    // What is smaller stays in one piece: a single all-reduce.
    CHECK(bucket_extents({{64, 128, 64, 10}, Activation::relu, LossKind::mse}, 26214400).size() ==
          1);
}

TEST_CASE("the samples that are told of an iteration are those that the ranks are given") {
    for (const bool shuffle : {false, true})
        for (const Sharding sharding : {Sharding::contiguous, Sharding::strided})
            for (const int world_size : {1, 3, 8}) {
                TrainingSpec spec;
                spec.model.shape.sizes = {1, 1};
                spec.world_size = world_size;
                spec.global_batch = 7;
                spec.shuffle = shuffle;
                spec.sharding = sharding;
                Samples samples;
                samples.count = 20;
                for (int i = 0; i < 20; ++i) {
                    samples.x.push_back(static_cast<float>(i));
                    samples.classes.push_back(0);
                }
                ShardSource source(samples, spec.model.shape, sharding, shuffle, spec.model.seed);
                for (std::int64_t t = 0; t < 7; ++t) {
                    CAPTURE(shuffle, name(sharding), world_size, t);
                    const auto told = shard_samples(spec, 20, t);
                    REQUIRE(std::ssize(told) == world_size);
                    for (int r = 0; r < world_size; ++r) {
                        const ShardView given = source.shard(batch_of(t, 20, 7), r, world_size);
                        std::vector<std::int64_t> numbers;
                        for (const float x : given.x)
                            numbers.push_back(static_cast<std::int64_t>(x));
                        CHECK(told[static_cast<std::size_t>(r)] == numbers);
                    }
                }
            }
}
