#include "core/train/trainer.h"

#include <cmath>

#include "core/opencl/factory.h"
#include "core/support/digest.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

Trainer device_trainer(const TrainingSpec& spec, PlacementKind kind = PlacementKind::partition) {
    return {spec, "test", "", opencl::replica_sets({kind, ""})};
}

constexpr const char* uneven_adam =
    R"({"optimizer": {"name": "adam"}, "data": {"samples": 50}, "global_batch": 13, "steps": 6, "shuffle": true})";

}  // namespace

TEST_CASE("training on devices: free, watched and restored runs have the same bits") {
    for (const PlacementKind kind : {PlacementKind::partition, PlacementKind::shared}) {
        CAPTURE(name(kind));
        const TrainingSpec spec = small_training(uneven_adam);
        Trainer free = device_trainer(spec, kind), watched = device_trainer(spec, kind),
                restored = device_trainer(spec, kind);
        for (Trainer* trainer : {&free, &watched, &restored}) trainer->advance(Pace::watched);
        CHECK(free.info().placement.kind == kind);
        while (!free.finished()) {
            const CheckpointPtr checkpoint = restored.checkpoint();
            watch_iteration(restored);
            restored.restore(*checkpoint);
            const FramePtr again = restored.advance(Pace::free), a = free.advance(Pace::free),
                           b = watch_iteration(watched).back();
            CHECK(*a->identical);
            for (std::size_t r = 0; r < 4; ++r) {
                CHECK(a->ranks[r].digest == a->ranks[0].digest);
                CHECK(a->ranks[r].digest == b->ranks[r].digest);
                CHECK(a->ranks[r].digest == again->ranks[r].digest);
                CHECK(b->ranks[r].parameters->summary.digest == b->ranks[r].digest);
                CHECK(a->ranks[r].bytes_sent == b->ranks[r].bytes_sent);
            }
            CHECK(*a->loss == *b->loss);
        }
    }
}

TEST_CASE("a free run on devices reads no parameter, gradient or optimizer state") {
    Trainer trainer = device_trainer(small_training(uneven_adam));
    trainer.advance(Pace::free);
    const ReadCounts before = trainer.replicas().read_counts();
    run_all(trainer, Pace::free);
    const ReadCounts after = trainer.replicas().read_counts();
    CHECK(after.parameters == before.parameters);
    CHECK(after.gradients == before.gradients);
    CHECK(after.optimizer_state == before.optimizer_state);
}

TEST_CASE(
    "a value changed in a device's buffer between two steps is in the next frame and the sums") {
    Trainer trainer = device_trainer(small_training(R"({"steps": 1})"));
    FramePtr frame = trainer.advance(Pace::watched);
    while (frame->phase != FramePhase::weight) frame = trainer.advance(Pace::watched);
    const float big = 1000;
    trainer.replicas().write(0, 0, std::span(&big, 1));
    frame = trainer.advance(Pace::watched);
    CHECK(frame->transfers[0].sent->whole[0] == 1000);
    CHECK(frame->ranks[0].gradient->whole[0] == 1000);
    CHECK(frame->ranks[1].gradient->whole[0] == Approx(1000).margin(1));
    frame = find(watch_iteration(trainer), FramePhase::update);
    for (const RankRecord& rank : frame->ranks)
        CHECK(rank.gradient->whole[0] == Approx(1000).margin(1));
}

TEST_CASE("faults on devices are those of the host replicas") {
    for (const char* faults :
         {R"([{"kind": "skip-all-reduce", "rank": 2}])", R"([{"kind": "skip-all-reduce"}])",
          R"([{"kind": "scale-gradient", "rank": 3, "factor": 50}])",
          R"([{"kind": "forget-average"}])", R"([{"kind": "forget-average", "rank": 1}])",
          R"([{"kind": "average-twice"}])", R"([{"kind": "unweighted-mean"}])",
          R"([{"kind": "other-seed", "rank": 1}])",
          R"([{"kind": "stale-chunk", "chunk": 1, "step": 4, "from": 1}])",
          R"([{"kind": "flip-bit", "rank": 2, "index": 7, "bit": 20, "from": 1}])",
          R"([{"kind": "nan", "rank": 0, "index": 26, "from": 2}])"}) {
        CAPTURE(faults);
        nlohmann::json patch = {{"faults", nlohmann::json::parse(faults)}};
        const TrainingSpec spec = small_training(patch.dump());
        Trainer device = device_trainer(spec), host = host_trainer(spec);
        while (!host.finished()) {
            const FramePtr ours = device.advance(Pace::free), theirs = host.advance(Pace::free);
            CHECK(*ours->identical == *theirs->identical);
            CHECK(ours->active_faults == theirs->active_faults);
        }
        const auto a = all_parameters(device), b = all_parameters(host);
        for (std::size_t r = 0; r < a.size(); ++r)
            for (std::size_t i = 0; i < a[r].size(); ++i) {
                const bool close = std::isnan(b[r][i]) ? std::isnan(a[r][i])
                                                       : std::abs(a[r][i] - b[r][i]) <= 1e-4F;
                CAPTURE(r, i, a[r][i], b[r][i]);
                CHECK(close);
            }
    }
}

TEST_CASE("digits on devices reach 95 percent, with the same losses for every world size") {
    std::vector<std::vector<double>> losses;
    std::vector<double> accuracies;
    for (const int n : {1, 2, 4, 8}) {
        TrainingSpec spec = small_training(
            R"({"model": {"sizes": [64, 32, 10], "activation": "relu"}, "data": {"name": "digits", "samples": null},
                "optimizer": {"name": "momentum"}, "global_batch": 256, "steps": 300})");
        spec.world_size = n;
        Trainer trainer = device_trainer(spec);
        losses.emplace_back();
        trainer.advance(Pace::free);
        while (!trainer.finished()) {
            const FramePtr frame = trainer.advance(Pace::free);
            REQUIRE(*frame->identical);
            losses.back().push_back(*frame->loss);
        }
        const TrainingOutcome outcome = trainer.outcome();
        CHECK(*outcome.test_accuracy >= 0.95);
        accuracies.push_back(*outcome.test_accuracy);
        for (std::size_t t = 0; t < 10; ++t)
            CHECK(losses.back()[t] == Approx(losses[0][t]).margin(1e-5));
        CHECK(accuracies.back() == Approx(accuracies[0]).margin(0.01));
    }
}
