#include <cmath>

#include "core/data/random.h"
#include "core/train/spec_json.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

template <class T>
const T& pick(Random& random, const std::vector<T>& from) {
    return from[static_cast<std::size_t>(random.below(from.size()))];
}

nlohmann::json random_spec(Random& random) {
    const bool regression = random.below(3) == 0;
    nlohmann::json sizes = {2};
    for (std::uint64_t l = random.below(3); l > 0; --l) sizes.push_back(1 + random.below(9));
    sizes.push_back(2 + random.below(3));
    nlohmann::json spec;
    spec["model"] = {{"sizes", sizes},
                     {"activation", pick<std::string>(random, {"tanh", "relu"})},
                     {"loss", regression ? "mse" : "cross_entropy"},
                     {"seed", random.below(1000)}};
    spec["data"] = {{"name", regression ? "regression"
                                        : pick<std::string>(random, {"spirals", "gauss", "xor"})},
                    {"samples", 1 + random.below(40)},
                    {"seed", random.below(1000)}};
    const auto optimizer = pick<std::string>(random, {"sgd", "momentum", "adam"});
    spec["optimizer"] = {{"name", optimizer}, {"lr", optimizer == "adam" ? 0.01 : 0.05}};
    if (optimizer == "adam")
        spec["optimizer"]["eps"] = 1e-3;  // no sign of a rounding error decides
    spec["world_size"] = 1 + random.below(9);
    spec["global_batch"] = 1 + random.below(45);
    spec["sharding"] = pick<std::string>(random, {"contiguous", "strided"});
    spec["shuffle"] = random.below(2) == 1;
    spec["collective"] = {{"ownership", pick<std::string>(random, {"textbook", "nccl"})},
                          {"bucket_bytes", pick<int>(random, {4, 20, 64, 26214400})},
                          {"overlap", random.below(2) == 1}};
    spec["steps"] = 6;
    return spec;
}

}  // namespace

TEST_CASE("N replicas train as one device with the whole batch, and all agree to the bit") {
    Random random(11);
    for (int round = 0; round < 60; ++round) {
        nlohmann::json spec_json = random_spec(random);
        CAPTURE(spec_json.dump());
        Trainer many = host_trainer(parse_spec(spec_json, "", "many"));
        spec_json["world_size"] = 1;
        Trainer one = host_trainer(parse_spec(spec_json, "", "one"));
        while (!many.finished()) {
            const FramePtr ours = many.advance(Pace::free), theirs = one.advance(Pace::free);
            REQUIRE(*ours->identical);
            REQUIRE(ours->batch == theirs->batch);
            if (ours->loss) REQUIRE(*ours->loss == Approx(*theirs->loss).margin(1e-5));
        }
        const std::vector<float> a = many.replicas().read_parameters(0),
                                 b = one.replicas().read_parameters(0);
        for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(std::abs(a[i] - b[i]) <= 1e-5F);
    }
}

TEST_CASE("average before and after agree on even shards, as do bucket sizes and ownerships") {
    Random random(12);
    for (int round = 0; round < 20; ++round) {
        nlohmann::json spec_json = random_spec(random);
        const int n = spec_json["world_size"];
        spec_json["data"]["samples"] = 6 * n;
        spec_json["global_batch"] = 3 * n;
        Trainer before = host_trainer(parse_spec(spec_json, "", "before"));
        spec_json["collective"] = {{"average", "after"}};
        Trainer after = host_trainer(parse_spec(spec_json, "", "after"));
        CAPTURE(spec_json.dump());
        run_all(before, Pace::free);
        run_all(after, Pace::free);
        const std::vector<float> a = before.replicas().read_parameters(0),
                                 b = after.replicas().read_parameters(0);
        for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(std::abs(a[i] - b[i]) <= 1e-5F);
    }
}

TEST_CASE("free and watched runs, and restored ones, have the same bits in every iteration") {
    Random random(13);
    for (int round = 0; round < 30; ++round) {
        nlohmann::json spec_json = random_spec(random);
        if (spec_json["world_size"] > 2)
            spec_json["faults"] = nlohmann::json::parse(
                R"([{"kind": "stale-chunk", "chunk": 1, "step": 1, "from": 1}, {"kind": "skip-all-reduce", "rank": 0, "from": 3, "until": 4},
                    {"kind": "scale-gradient", "rank": 1, "factor": 0.5}])");
        CAPTURE(spec_json.dump());
        const TrainingSpec spec = parse_spec(spec_json, "", "run");
        Trainer free = host_trainer(spec), watched = host_trainer(spec),
                restored = host_trainer(spec);
        free.advance(Pace::free);
        watched.advance(Pace::watched);
        restored.advance(Pace::watched);
        while (!free.finished()) {
            // The third is thrown back by an iteration each time.
            const CheckpointPtr checkpoint = restored.checkpoint();
            watch_iteration(restored);
            restored.restore(*checkpoint);
            const FramePtr again = restored.advance(Pace::free);
            const FramePtr a = free.advance(Pace::free), b = watch_iteration(watched).back();
            for (std::size_t r = 0; r < a->ranks.size(); ++r) {
                REQUIRE(a->ranks[r].digest == b->ranks[r].digest);
                REQUIRE(a->ranks[r].digest == again->ranks[r].digest);
                REQUIRE(a->ranks[r].bytes_sent == b->ranks[r].bytes_sent);
            }
            REQUIRE(*a->loss == *b->loss);
        }
    }
}
