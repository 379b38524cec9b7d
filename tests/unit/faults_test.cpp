#include "core/train/faults.h"

#include <bit>
#include <chrono>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;
using Vector = std::vector<float>;

namespace {

// A run with these faults, watched through iteration 0 up to `iterations`, of which the last one's
// frames are kept.
struct Watched {
    explicit Watched(const std::string& faults, const std::string& patch = "{}", int iterations = 1)
        : trainer(host_trainer(with(faults, patch))) {
        start = trainer.advance(Pace::watched);
        for (int i = 0; i < iterations; ++i) frames = watch_iteration(trainer);
    }

    static TrainingSpec with(const std::string& faults, const std::string& patch) {
        nlohmann::json json = nlohmann::json::parse(patch);
        json["faults"] = nlohmann::json::parse(faults);
        return small_training(json.dump());
    }

    const Vector& gradient(FramePhase phase, std::size_t rank) const {
        return find_last(frames, phase)->ranks[rank].gradient->whole;
    }
    const Vector& used(std::size_t rank) const { return gradient(FramePhase::update, rank); }
    const Vector& local(std::size_t rank) const { return gradient(FramePhase::backward, rank); }
    const Vector& after(std::size_t rank) const {
        return find(frames, FramePhase::update)->ranks[rank].parameters->whole;
    }
    bool identical() const { return *find(frames, FramePhase::equality)->identical; }

    Trainer trainer;
    FramePtr start;
    std::vector<FramePtr> frames;
};

void check_close(const Vector& ours, const Vector& expected) {
    REQUIRE(ours.size() == expected.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        CHECK(ours[i] == Approx(expected[i]).margin(1e-6));
}

Vector times(Vector values, float factor) {
    for (float& value : values) value *= factor;
    return values;
}

// sum over ranks of weight[rank] * local gradient
Vector weighted_sum(const Watched& run, const std::vector<double>& weights) {
    Vector sum(run.local(0).size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
        double total = 0;
        for (std::size_t r = 0; r < weights.size(); ++r) total += weights[r] * run.local(r)[i];
        sum[i] = static_cast<float>(total);
    }
    return sum;
}

constexpr const char* after_mode = R"({"collective": {"average": "after"}})";
constexpr const char* uneven = R"({"data": {"samples": 10}})";  // shards 3 3 2 2
const std::vector<double> even_mean(4, 0.25), plain_sum(4, 1.0);

}  // namespace

TEST_CASE("skip-all-reduce: these ranks update with their own local gradient, the others do not") {
    const Watched run(R"([{"kind": "skip-all-reduce", "rank": 2}])");
    CHECK(run.used(2) == run.local(2));
    check_close(run.used(0), weighted_sum(run, even_mean));
    CHECK(run.used(0) == run.used(1));
    CHECK(run.used(0) == run.used(3));
    CHECK_FALSE(run.identical());
    CHECK(find(run.frames, FramePhase::forward)->active_faults ==
          std::vector<std::string>{"skip-all-reduce on rank 2"});
    // The kept gradient is memory of the rank.
    const auto communication = static_cast<std::size_t>(MemoryCategory::communication);
    const FramePtr update = find(run.frames, FramePhase::update);
    CHECK(update->ranks[2].memory[communication] ==
          update->ranks[0].memory[communication] + 4 * run.trainer.info().length);
}

TEST_CASE("when all ranks skip there is no all-reduce at all") {
    for (const char* patch : {"{}", after_mode}) {
        const Watched run(R"([{"kind": "skip-all-reduce"}])", patch);
        CHECK(phases(run.frames) == "shard, forward, backward, update, equality");
        for (std::size_t r = 0; r < 4; ++r) CHECK(run.used(r) == run.local(r));
        CHECK(find(run.frames, FramePhase::equality)->ranks[0].bytes_sent == 0);
        CHECK_FALSE(run.identical());
    }
}

TEST_CASE("scale-gradient: the local gradient times the factor goes into the reduction") {
    const Watched plain("[]");
    const Watched run(R"([{"kind": "scale-gradient", "rank": 3, "factor": 50}])");
    check_close(run.local(3), times(plain.local(3), 50));
    CHECK(run.local(1) == plain.local(1));
    check_close(run.used(1), weighted_sum(plain, {0.25, 0.25, 0.25, 12.5}));
    CHECK(run.identical());  // practice 1: nothing drifts
    CHECK(find(run.frames, FramePhase::update)->active_faults ==
          std::vector<std::string>{"scale-gradient on rank 3 (factor 50)"});
}

TEST_CASE("forget-average: the plain sum is used") {
    for (const char* patch : {"{}", after_mode, uneven}) {
        CAPTURE(patch);
        const Watched run(R"([{"kind": "forget-average"}])", patch);
        check_close(run.used(1), weighted_sum(run, plain_sum));
        CHECK(run.identical());
        CHECK_FALSE(find(run.frames, FramePhase::weight));
        CHECK_FALSE(find(run.frames, FramePhase::divide));
    }
}

TEST_CASE("forget-average of one rank: it alone uses the plain sum") {
    for (const char* patch : {"{}", after_mode}) {
        CAPTURE(patch);
        const Watched run(R"([{"kind": "forget-average", "rank": 1}])", patch);
        check_close(run.used(1), weighted_sum(run, plain_sum));
        check_close(run.used(0), weighted_sum(run, even_mean));
        CHECK_FALSE(run.identical());
    }
}

TEST_CASE("average-twice: the right average divided by N once more") {
    for (const char* patch : {"{}", after_mode}) {
        CAPTURE(patch);
        const Watched run(R"([{"kind": "average-twice"}])", patch);
        check_close(run.used(2), weighted_sum(run, std::vector<double>(4, 0.0625)));
        CHECK(run.identical());
    }
    const Watched weighted(R"([{"kind": "average-twice"}])", uneven);
    check_close(weighted.used(0), weighted_sum(weighted, {0.075, 0.075, 0.05, 0.05}));
    const Watched one(R"([{"kind": "average-twice", "rank": 0}])");
    check_close(one.used(0), weighted_sum(one, std::vector<double>(4, 0.0625)));
    check_close(one.used(3), weighted_sum(one, even_mean));
    CHECK_FALSE(one.identical());
}

TEST_CASE("unweighted-mean: the sum of local means over N, whatever the shards' sizes") {
    const Watched right("[]", uneven);
    check_close(right.used(0), weighted_sum(right, {0.3, 0.3, 0.2, 0.2}));
    const Watched run(R"([{"kind": "unweighted-mean"}])", uneven);
    check_close(run.used(0), weighted_sum(run, even_mean));
    CHECK(run.identical());
}

TEST_CASE("other-seed: these ranks start from other parameters") {
    const Watched run(R"([{"kind": "other-seed", "rank": 1}])");
    CHECK_FALSE(*run.start->identical);
    CHECK(run.start->active_faults == std::vector<std::string>{"other-seed on rank 1"});
    CHECK(run.start->ranks[1].digest != run.start->ranks[0].digest);
    CHECK(run.start->ranks[2].digest == run.start->ranks[0].digest);
    CHECK_FALSE(run.identical());
    const Watched all(R"([{"kind": "other-seed"}])");
    CHECK(all.start->ranks[1].digest != all.start->ranks[0].digest);
    CHECK(all.start->ranks[1].digest == run.start->ranks[1].digest);
}

TEST_CASE("stale-chunk: one transfer delivers the values of the iteration before") {
    // Step 1 of four ranks under textbook: rank 2 sends chunk 1 to rank 3.
    for (const int step : {1, 4}) {
        const std::string faults =
            R"([{"kind": "stale-chunk", "chunk": 1, "from": 1, "until": 2, "step": )" +
            std::to_string(step) + "}]";
        const Watched before(faults), run(faults, "{}", 2), plain("[]", "{}", 2);
        const auto transfer_of = [&](const Watched& watched) {
            for (const FramePtr& frame : watched.frames)
                if (frame->schedule_step == step)
                    for (const TransferRecord& transfer : frame->transfers)
                        if (transfer.report.transfer.chunk == 1) return transfer;
            FAIL("no such transfer");
            return TransferRecord{};
        };
        const TransferRecord stale = transfer_of(run), fresh = transfer_of(plain);
        CHECK(stale.sent->whole == transfer_of(before).sent->whole);
        CHECK(stale.sent->whole != fresh.sent->whole);
        CHECK(before.identical());
        CHECK(find(run.frames, FramePhase::update)->active_faults ==
              std::vector<std::string>{"stale-chunk (chunk 1, step " + std::to_string(step) + ")"});
        // The sender keeps its own values; the other transfers are as ever.
        const auto sender = static_cast<std::size_t>(stale.report.transfer.from);
        for (const FramePtr& frame : run.frames)
            if (frame->schedule_step == step) {
                const auto at = static_cast<std::size_t>(stale.chunk.offset);
                CHECK(frame->ranks[sender].gradient->whole[at] == fresh.sent->whole[0]);
            }
        // Reducing from stale values everywhere gives the same wrong sum; a stale copy does not.
        CHECK(run.identical() == (step == 1));
    }
    const Watched first(R"([{"kind": "stale-chunk", "chunk": 1, "step": 1}])");
    CHECK(find(first.frames, FramePhase::update)->active_faults.empty());  // nothing before it
    CHECK(first.identical());
}

TEST_CASE("flip-bit: one bit of one parameter, before one iteration only") {
    const std::string faults =
        R"([{"kind": "flip-bit", "rank": 2, "index": 7, "bit": 22, "from": 1}])";
    const Watched before(faults), run(faults, "{}", 2);
    CHECK(before.identical());
    const Vector& was = find(before.frames, FramePhase::equality)->ranks[2].parameters->whole;
    Vector expected = was;
    expected[7] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(expected[7]) ^ (1U << 22));
    CHECK(find(run.frames, FramePhase::shard)->ranks[2].parameters->whole == expected);
    CHECK(find(run.frames, FramePhase::shard)->ranks[1].parameters->whole == was);
    CHECK_FALSE(run.identical());
    const Watched later(faults, "{}", 3);
    CHECK(find(later.frames, FramePhase::update)->active_faults.empty());
}

TEST_CASE(
    "nan: one element of the local gradient is NaN, and the all-reduce carries it to everyone") {
    const Watched run(R"([{"kind": "nan", "rank": 0, "index": 26, "until": 1}])");
    for (std::size_t i = 0; i < 27; ++i) CHECK(std::isnan(run.local(0)[i]) == (i == 26));
    for (std::size_t r = 0; r < 4; ++r) {
        CHECK(std::isnan(run.used(r)[26]));
        CHECK_FALSE(std::isnan(run.used(r)[25]));
        CHECK(std::isnan(run.after(r)[26]));
    }
    CHECK(run.identical());
    // The bias of an output: from the next forward on every loss is NaN, and nothing hides it.
    Watched next(R"([{"kind": "nan", "rank": 0, "index": 26, "until": 1}])", "{}", 2);
    CHECK(std::isnan(*find(next.frames, FramePhase::forward)->loss));
    for (const char* activation : {"tanh", "relu"}) {
        const std::string patch =
            std::string(R"({"model": {"activation": ")") + activation + "\"}}";
        const Watched hidden(R"([{"kind": "nan", "index": 0}])", patch, 2);
        CHECK(std::isnan(*find(hidden.frames, FramePhase::forward)->loss));
    }
}

TEST_CASE("straggler: late in every phase, once in each") {
    const std::string faults =
        R"([{"kind": "straggler", "rank": 1, "milliseconds": 100}, {"kind": "straggler", "rank": 2, "milliseconds": 5}])";
    // Nothing else here takes a thousandth of that.
    std::vector<FramePhase> late;
    const Watched once(faults, R"({"steps": 1})");
    for (const FramePtr& frame : once.frames)
        if (frame->seconds >= 0.1) late.push_back(frame->phase);
    CHECK(late == std::vector{FramePhase::shard, FramePhase::forward, FramePhase::backward,
                              FramePhase::weight, FramePhase::reduce_scatter,
                              FramePhase::all_gather, FramePhase::update});
    const Watched run(faults), plain("[]");
    CHECK(run.used(0) == plain.used(0));
}

TEST_CASE("faults act in iterations from <= t < until") {
    const std::string faults = R"([{"kind": "skip-all-reduce", "rank": 0, "from": 2, "until": 3}])";
    Trainer trainer = host_trainer(Watched::with(faults, "{}"));
    std::vector<bool> identical;
    for (const FramePtr& frame : run_all(trainer, Pace::free))
        identical.push_back(*frame->identical);
    CHECK(identical == std::vector<bool>{true, true, true, false, false});
}

TEST_CASE("switches can be changed while running and are checked") {
    Trainer trainer = host_trainer(small_training());
    trainer.advance(Pace::free);
    CHECK(*trainer.advance(Pace::free)->identical);
    trainer.set_faults({{FaultKind::skip_all_reduce, 1, 0, std::nullopt}});
    CHECK(trainer.advance(Pace::free)->active_faults.size() == 1);
    trainer.set_faults({});
    const FramePtr frame = trainer.advance(Pace::free);
    CHECK(frame->active_faults.empty());
    CHECK_FALSE(*frame->identical);

    Fault wrong;
    wrong.kind = FaultKind::nan;
    wrong.index = 27;
    CHECK(error_of([&] { trainer.set_faults({wrong}); }).find("$.faults[0].index") !=
          std::string::npos);
    wrong.index = 0;
    wrong.rank = 4;
    CHECK(error_of([&] { trainer.set_faults({wrong}); }).find("$.faults[0].rank") !=
          std::string::npos);
    CHECK(trainer.faults().empty());

    Trainer uneven_run = host_trainer(small_training(uneven));
    CHECK(error_of([&] {
              uneven_run.set_faults({{FaultKind::forget_average, 1, 0, std::nullopt}});
          }).find("even shards") != std::string::npos);
}

TEST_CASE("a switch that is moved in the middle of an iteration acts from the next one") {
    const TrainingSpec spec = small_training(R"({"steps": 6})");
    Trainer switched = host_trainer(spec);
    switched.advance(Pace::watched);
    watch_iteration(switched);
    switched.advance(Pace::watched);  // in iteration 1
    Fault fault;
    fault.kind = FaultKind::scale_gradient;
    fault.rank = 2;
    fault.factor = 50;
    fault.from = -1;
    switched.set_faults({fault});
    REQUIRE(switched.faults().size() == 1);
    CHECK(switched.faults()[0].from == 2);
    while (switched.iteration() < 2) CHECK(switched.advance(Pace::watched)->active_faults.empty());
    CHECK_FALSE(switched.advance(Pace::watched)->active_faults.empty());

    // As if the spec had asked for it.
    Trainer planned = host_trainer(small_training(
        R"({"steps": 6, "faults": [{"kind": "scale-gradient", "rank": 2, "factor": 50, "from": 2}]})"));
    run_all(planned, Pace::free);
    run_all(switched, Pace::free);
    CHECK(all_parameters(switched) == all_parameters(planned));
}

TEST_CASE("a stale chunk that is switched off in mid-iteration is still delivered in that one") {
    const TrainingSpec spec = small_training(
        R"({"steps": 3, "faults": [{"kind": "stale-chunk", "chunk": 1, "step": 2, "from": 1}]})");
    Trainer expected = host_trainer(spec);
    Trainer switched = host_trainer(spec);
    for (Trainer* trainer : {&expected, &switched}) {
        trainer->advance(Pace::watched);
        watch_iteration(*trainer);
        trainer->advance(Pace::watched);  // in iteration 1
    }
    switched.set_faults({});
    while (switched.iteration() < 2) switched.advance(Pace::watched);
    while (expected.iteration() < 2) expected.advance(Pace::watched);
    CHECK(all_parameters(switched) == all_parameters(expected));
}
