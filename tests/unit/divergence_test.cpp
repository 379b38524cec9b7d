#include "core/trace/divergence.h"

#include <cmath>

#include "core/trace/recorder.h"
#include "core/trace/replica_difference.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

constexpr const char* skipping =
    R"({"steps": 6, "faults": [{"kind": "skip-all-reduce", "rank": 2, "from": 2}]})";

std::shared_ptr<Recording> recorded(const std::string& patch, Pace pace) {
    Trainer trainer = host_trainer(small_training(patch));
    Recorder recorder(trainer);
    while (!trainer.finished()) recorder.advance(trainer, pace);
    return recorder.recording();
}

}  // namespace

TEST_CASE("replicas that are synchronised are 0 apart, those that skip part and go on parting",
          "[divergence]") {
    DivergenceHistory history;
    history.follow(recorded(R"({"steps": 6})", Pace::watched));
    CHECK(history.after() == std::vector<std::optional<double>>(6, 0.0));

    const auto recording = recorded(skipping, Pace::watched);
    history.follow(recording);
    const auto& after = history.after();
    REQUIRE(after.size() == 6);
    CHECK(after[0] == 0.0);
    CHECK(after[1] == 0.0);
    REQUIRE(after[2]);
    CHECK(*after[2] > 0);
    CHECK(*after[5] > *after[2]);
    double by_pairs = 0;
    const auto values = replicas_after(*recording, 5);
    REQUIRE(values);
    for (const auto& a : values->ranks)
        for (const auto& b : values->ranks)
            by_pairs = std::max(by_pairs, difference_of(a, b).max_abs);
    CHECK(*after[5] == by_pairs);
}

TEST_CASE("a free run's differences come from its checkpoints", "[divergence]") {
    DivergenceHistory watched, free;
    watched.follow(recorded(skipping, Pace::watched));
    free.follow(recorded(skipping, Pace::free));
    REQUIRE(free.after().size() == 6);
    for (std::size_t k = 0; k < 5; ++k) CHECK(free.after()[k] == watched.after()[k]);
    CHECK_FALSE(free.after()[5]);  // no checkpoint follows the last iteration
}

TEST_CASE("the history follows a recording as it grows", "[divergence]") {
    Trainer trainer = host_trainer(small_training(skipping));
    Recorder recorder(trainer);
    DivergenceHistory growing;
    while (!trainer.finished()) {
        recorder.advance(trainer, Pace::free);
        growing.follow(recorder.recording());
    }
    DivergenceHistory whole;
    whole.follow(recorder.recording());
    CHECK(growing.after() == whole.after());
    growing.follow(nullptr);
    CHECK(growing.after().empty());
}

TEST_CASE("NaN on some ranks only is a difference without a size", "[divergence]") {
    DivergenceHistory history;
    history.follow(recorded(
        R"({"steps": 2, "faults": [{"kind": "nan", "rank": 2, "index": 0},
                                   {"kind": "skip-all-reduce", "rank": 1}]})",
        Pace::watched));
    REQUIRE(history.after().size() == 2);
    REQUIRE(history.after()[0]);
    CHECK(std::isinf(*history.after()[0]));
}
