#include "core/session/sweep.h"

#include "core/support/error.h"
#include "core/train/host_replica_set.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("a sweep keeps the batch of a rank or of all, and what every rank must hold") {
    TrainingSpec spec =
        small_training(R"({"data": {"samples": 60}, "global_batch": null, "batch_per_rank": 6})");
    const SweepPoint one = measure_sweep_point(spec, 1, host_replica_sets(), {});
    const SweepPoint five = measure_sweep_point(spec, 5, host_replica_sets(), {});
    CHECK(one.batch == 6);
    CHECK(five.batch == 30);
    CHECK(five.timed_iterations == spec.steps);
    CHECK(five.identical);
    REQUIRE(five.memory.size() == 5);
    for (const MemoryUse& rank : five.memory)
        for (const MemoryCategory category :
             {MemoryCategory::parameters, MemoryCategory::gradients, MemoryCategory::activations})
            CHECK(rank[static_cast<std::size_t>(category)] ==
                  one.memory[0][static_cast<std::size_t>(category)]);
    CHECK(one.bytes_sent == std::vector<std::int64_t>{0});
    CHECK(five.bytes_sent[0] > 0);
    CHECK(five.samples_per_second > 0);
    CHECK(five.shares.communication > 0);
    CHECK(one.shares.communication == 0);

    spec.batch_per_rank.reset();
    spec.global_batch = 12;
    CHECK(measure_sweep_point(spec, 5, host_replica_sets(), {}).batch == 12);
}

TEST_CASE("a sweep reports progress and can be stopped, and sees replicas that differ") {
    TrainingSpec spec = small_training(R"({"faults": [{"kind": "skip-all-reduce", "rank": 1}]})");
    double last = -1;
    const SweepPoint point = measure_sweep_point(spec, 3, host_replica_sets(), [&](double done) {
        CHECK(done > last);
        CHECK(done < 1);
        last = done;
        return true;
    });
    CHECK_FALSE(point.identical);
    CHECK_THROWS_AS(measure_sweep_point(spec, 3, host_replica_sets(), [](double) { return false; }),
                    Error);
}

TEST_CASE("a sweep tells which world size did not fit the budget, and why another did") {
    const TrainingSpec spec =
        small_training(R"({"data": {"samples": 60}, "global_batch": null, "batch_per_rank": 6})");
    const auto needed = [&](int n) {
        return total(measure_sweep_point(spec, n, host_replica_sets(), {}).memory[0]);
    };
    REQUIRE(needed(2) > needed(1));
    REQUIRE(needed(2) > needed(4));
    TrainingSpec tight = spec;
    tight.memory_budget_bytes = needed(2) - 1;
    CHECK(measure_sweep_point(tight, 1, host_replica_sets(), {}).world_size == 1);
    CHECK(measure_sweep_point(tight, 4, host_replica_sets(), {}).world_size == 4);
    try {
        measure_sweep_point(tight, 2, host_replica_sets(), {});
        FAIL("the budget was not heard");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::device_failed);
        CHECK(error.message().starts_with("with N = 2 the replica needs "));
        CHECK(error.hint().ends_with("most with N = 2, none with N = 1"));
    }
}

TEST_CASE("a sweep measures a round of the spec's iterations, the one in the middle") {
    const TrainingSpec spec = small_training();
    const SweepPoint point = measure_sweep_point(spec, 2, host_replica_sets(), {});
    CHECK(point.timed_iterations == spec.steps);
    CHECK(point.samples_per_second * point.seconds ==
          Approx(static_cast<double>(point.batch * spec.steps)));
}
