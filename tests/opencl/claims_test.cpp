// Every claim of the lesson, measured on devices by the scenario that shows it, with a second seed
// and another world size, and with a setting under which the claim does not hold.
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/collective/traffic.h"
#include "core/opencl/factory.h"
#include "core/session/make_run.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/train/buckets.h"
#include "core/train/spec_json.h"
#include "tests/support/catch.h"
#include "tests/support/spans.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

TrainingSpec scenario(const std::string& name, const std::string& patch = "{}") {
    nlohmann::json spec = to_json(load_scenario(name).training());
    spec.merge_patch(nlohmann::json::parse(patch));
    return parse_spec(spec, "", name);
}

// As the scenario is, with another seed, and with another world size.
std::vector<TrainingSpec> variants(const std::string& name, const std::string& patch = "{}") {
    std::vector<TrainingSpec> all{scenario(name, patch), scenario(name, patch),
                                  scenario(name, patch)};
    all[1].model.seed += 100;
    all[2].world_size = 5;
    return all;
}

Trainer trainer(TrainingSpec spec, std::int64_t steps) {
    spec.steps = steps;
    return {std::move(spec), "claim", "", opencl::replica_sets({PlacementKind::shared, ""})};
}

// Whether the replicas were equal after every iteration.
bool stay_equal(const TrainingSpec& spec, std::int64_t steps = 4) {
    Trainer run = trainer(spec, steps);
    bool equal = true;
    for (const FramePtr& frame : run_all(run, Pace::free)) equal = equal && *frame->identical;
    return equal;
}

Fault fault(FaultKind kind, std::optional<int> rank = std::nullopt) {
    Fault made;
    made.kind = kind;
    made.rank = rank;
    return made;
}

double largest_difference(const std::vector<std::vector<float>>& ranks) {
    double largest = 0;
    for (const std::vector<float>& rank : ranks)
        for (std::size_t i = 0; i < rank.size(); ++i)
            largest = std::max(largest, std::abs(double{rank[i]} - ranks[0][i]));
    return largest;
}

// The largest difference of parameters between two ranks after each iteration.
std::vector<double> divergence(const TrainingSpec& spec, std::int64_t steps) {
    Trainer run = trainer(spec, steps);
    run.advance(Pace::free);
    std::vector<double> after;
    while (!run.finished()) {
        run.advance(Pace::free);
        after.push_back(largest_difference(all_parameters(run)));
    }
    return after;
}

std::vector<FramePtr> frames_of(const Session& session) {
    const auto run = make_run(session, {}, opencl::executors({PlacementKind::shared, ""}));
    std::vector<FramePtr> frames;
    while (!run->finished()) frames.push_back(run->advance(Pace::watched));
    return frames;
}

std::int64_t most_sent(const std::string& algorithm, int n, std::int64_t length) {
    Session session;
    CollectiveInput input;
    input.algorithm = algorithm;
    input.values.assign(static_cast<std::size_t>(n),
                        std::vector<float>(static_cast<std::size_t>(length), 1.0F));
    session.content = input;
    std::int64_t most = 0;
    const FramePtr last = frames_of(session).back();
    for (const RankRecord& rank : last->ranks)
        most = std::max(most, rank.bytes_sent);
    return most;
}

bool has_nan(const VectorRecord& vector, const Chunk& chunk) {
    const auto first = vector.whole.begin() + chunk.offset;
    return std::any_of(first, first + chunk.count, [](float value) { return std::isnan(value); });
}

}  // namespace

TEST_CASE("claim: the batch is split, not the model", "[claims]") {
    for (const TrainingSpec& spec : variants("split-the-batch")) {
        CAPTURE(spec.model.seed, spec.world_size);
        Trainer run = trainer(spec, 1);
        run.advance(Pace::watched);
        const std::vector<FramePtr> frames = watch_iteration(run);
        TrainingSpec alone = spec;
        alone.world_size = 1;
        Trainer one = trainer(alone, 1);
        one.advance(Pace::watched);
        const FramePtr whole = find(watch_iteration(one), FramePhase::backward);

        const FramePtr backward = find(frames, FramePhase::backward);
        std::int64_t samples = 0;
        for (const RankRecord& rank : backward->ranks) {
            samples += rank.samples;
            CHECK(rank.samples < backward->batch);
            CHECK(rank.parameters->length == run.info().length);
            CHECK(rank.parameters->summary.digest == backward->ranks[0].parameters->summary.digest);
        }
        CHECK(samples == backward->batch);
        CHECK(largest_difference(
                  {backward->ranks[0].gradient->whole, backward->ranks[1].gradient->whole}) > 1e-3);
        const auto& average = find_last(frames, FramePhase::all_gather)->ranks;
        for (const RankRecord& rank : average)
            CHECK(largest_difference({rank.gradient->whole, whole->ranks[0].gradient->whole}) <
                  1e-6);
    }
    // Counter: a mean of means is not the whole batch's gradient when the shards are uneven.
    const auto parameters_after = [](const TrainingSpec& spec) {
        Trainer run = trainer(spec, 2);
        run_all(run, Pace::free);
        return all_parameters(run)[0];
    };
    TrainingSpec uneven = scenario("split-the-batch", R"({"world_size": 3})");
    TrainingSpec alone = uneven;
    alone.world_size = 1;
    const std::vector<float> right = parameters_after(alone);
    CHECK(largest_difference({right, parameters_after(uneven)}) < 1e-5);
    uneven.faults.push_back(fault(FaultKind::unweighted_mean));
    CHECK(largest_difference({right, parameters_after(uneven)}) > 1e-4);
}

TEST_CASE("claim: without synchronisation the copies drift apart", "[claims]") {
    for (const TrainingSpec& spec : variants("no-sync")) {
        CAPTURE(spec.model.seed, spec.world_size);
        const std::vector<double> apart = divergence(spec, 20);
        CHECK(apart.front() > 0);
        CHECK(apart[4] > apart[0]);
        CHECK(apart[19] > apart[4]);
        CHECK_FALSE(stay_equal(spec));
        // Counter: with the all-reduce there is no distance at all.
        TrainingSpec synchronised = spec;
        synchronised.faults.clear();
        for (const double distance : divergence(synchronised, 5)) CHECK(distance == 0);
    }
}

TEST_CASE("claim: same start and same averaged gradient keep the copies the same", "[claims]") {
    for (const char* optimizer :
         {R"({"optimizer": {"name": "sgd", "momentum": null}})",
          R"({"optimizer": {"name": "adam", "lr": 0.01, "momentum": null}})"})
        for (TrainingSpec spec : variants("split-the-batch", optimizer)) {
            CAPTURE(optimizer, spec.model.seed, spec.world_size);
            CHECK(stay_equal(spec, 20));
            // Counter: the same gradients do not make other starting points equal.
            spec.faults.push_back(fault(FaultKind::other_seed, 1));
            CHECK_FALSE(stay_equal(spec));
        }
}

TEST_CASE("claim: an outlier on one device leaves all replicas identical", "[claims]") {
    for (TrainingSpec spec : variants("outlier-on-device-3")) {
        CAPTURE(spec.model.seed, spec.world_size);
        REQUIRE(spec.faults.size() == 1);
        CHECK(stay_equal(spec, 10));
        // It is felt all the same: the update is another one than without it.
        TrainingSpec clean = spec;
        clean.faults.clear();
        Trainer with = trainer(spec, 1), without = trainer(clean, 1);
        run_all(with, Pace::free);
        run_all(without, Pace::free);
        CHECK(largest_difference({all_parameters(with)[0], all_parameters(without)[0]}) > 1e-2);
        // Counter: outlier and skip together.
        spec.faults.push_back(fault(FaultKind::skip_all_reduce, 3));
        CHECK_FALSE(stay_equal(spec));
    }
}

TEST_CASE("claim: in a ring a device only ever sends to its neighbour", "[claims]") {
    const auto neighbours = [](const Session& session) {
        const int n = static_cast<int>(session.collective().values.size());
        for (const FramePtr& frame : frames_of(session))
            for (const TransferRecord& record : frame->transfers)
                if (record.report.transfer.to != (record.report.transfer.from + 1) % n)
                    return false;
        return true;
    };
    Session session = load_scenario("only-neighbours");
    CHECK(neighbours(session));
    const std::vector<FramePtr> frames = frames_of(session);
    for (const RankRecord& rank : frames.back()->ranks)
        CHECK(rank.gradient->whole == std::vector<float>(8, 255.0F));
    CollectiveInput input = session.collective();
    input.values.resize(5);
    session.content = input;
    CHECK(neighbours(session));
    for (const char* other : {"direct", "central", "halving-doubling"}) {
        CAPTURE(other);
        input.algorithm = other;
        session.content = input;
        CHECK_FALSE(neighbours(session));
    }
}

TEST_CASE("claim: the volume per device stays about constant in a ring", "[claims]") {
    constexpr std::int64_t length = 5040;  // divided by 1 .. 10, 12, 14, 15, 16
    for (int n = 1; n <= 16; ++n) {
        CAPTURE(n);
        const std::int64_t ring = most_sent("ring", n, length);
        if (length % n == 0) CHECK(static_cast<double>(ring) == ideal_bytes_per_rank(n, length));
        CHECK(ring < 2 * 4 * length);
        // Counter: the others grow with the number of devices, or at least to a multiple.
        if (n > 3) {
            CHECK(most_sent("central", n, length) == (n - 1) * 4 * length);
            CHECK(most_sent("direct", n, length) == (n - 1) * 4 * length);
            CHECK(most_sent("tree", n, length) == (n == 4 ? 2 : 3) * 4 * length);
        }
    }
}

TEST_CASE("claim: more devices take more samples in an iteration, and no less memory each",
          "[claims]") {
    const Session sweep = load_scenario("more-devices");
    REQUIRE(sweep.is_sweep());
    const auto memory_of = [](const TrainingSpec& spec) {
        Trainer run = trainer(spec, 1);
        run.advance(Pace::free);
        return run.advance(Pace::free);
    };
    for (const std::uint64_t seed : {7U, 8U}) {
        TrainingSpec spec = sweep.training();
        spec.model.seed = seed;
        spec.batch_per_rank = 8;
        std::vector<FramePtr> frames;
        for (int n = 1; n <= 16; ++n) {
            spec.world_size = n;
            frames.push_back(memory_of(spec));
        }
        const auto bytes = [](const RankRecord& rank, MemoryCategory category) {
            return rank.memory[static_cast<std::size_t>(category)];
        };
        const RankRecord& alone = frames[0]->ranks[0];
        for (int n = 1; n <= 16; ++n) {
            CAPTURE(n);
            const Frame& frame = *frames[static_cast<std::size_t>(n - 1)];
            CHECK(frame.batch == 8 * n);
            for (const RankRecord& rank : frame.ranks) {
                for (const MemoryCategory category :
                     {MemoryCategory::parameters, MemoryCategory::gradients,
                      MemoryCategory::optimizer_state, MemoryCategory::activations,
                      MemoryCategory::input})
                    CHECK(bytes(rank, category) == bytes(alone, category));
            }
        }
        // With a fixed global batch what belongs to the samples does shrink, and only that.
        spec.batch_per_rank.reset();
        spec.global_batch = 64;
        spec.world_size = 1;
        const FramePtr one = memory_of(spec);
        spec.world_size = 8;
        const FramePtr eight = memory_of(spec);
        CHECK(bytes(eight->ranks[0], MemoryCategory::activations) <
              bytes(one->ranks[0], MemoryCategory::activations));
        for (const MemoryCategory category : {MemoryCategory::parameters, MemoryCategory::gradients,
                                              MemoryCategory::optimizer_state})
            CHECK(bytes(eight->ranks[0], category) == bytes(one->ranks[0], category));
    }
}

TEST_CASE("claim: a model that does not fit one device fits none, however many there are",
          "[claims]") {
    const auto refused = [](const std::string& patch) -> std::string {
        try {
            trainer(scenario("out-of-memory", patch), 1);
            return "";
        } catch (const Error& error) {
            CHECK(error.code() == ErrorCode::device_failed);
            return error.what();
        }
    };
    CHECK(refused("{}") == "");
    for (const char* n : {"1", "2", "4", "8"}) {
        CAPTURE(n);
        const std::string larger =
            std::string(R"({"model": {"sizes": [64, 256, 320, 10]}, "world_size": )") + n;
        CHECK_THAT(refused(larger + "}"), Catch::Contains("budget"));
        CHECK_THAT(refused(larger + R"(, "model": {"sizes": [64, 256, 320, 10], "seed": 1}})"),
                   Catch::Contains("budget"));
        // Counter: it is the budget that refuses.
        CHECK(refused(larger + R"(, "memory_budget_bytes": null})") == "");
    }
}

TEST_CASE("claim: chunks that are not of one size, or empty, change nothing in the result",
          "[claims]") {
    Session session = load_scenario("uneven-chunks");
    const std::vector<FramePtr> frames = frames_of(session);
    CHECK(frames.size() == 7);
    for (const RankRecord& rank : frames.back()->ranks)
        CHECK(rank.gradient->whole == std::vector<float>{1111, 2222, 3333, 4444, 5555, 6666});
    std::vector<std::int64_t> sent;
    for (const RankRecord& rank : frames.back()->ranks) sent.push_back(rank.bytes_sent);
    CHECK(sent == ring_bytes_per_rank(4, 6, Ownership::textbook));
    CollectiveInput input = session.collective();
    for (std::vector<float>& values : input.values) values.resize(3);
    session.content = input;
    const std::vector<FramePtr> shorter = frames_of(session);
    for (const RankRecord& rank : shorter.back()->ranks)
        CHECK(rank.gradient->whole == std::vector<float>{1111, 2222, 3333});
    CHECK(std::any_of(shorter[1]->transfers.begin(), shorter[1]->transfers.end(),
                      [](const TransferRecord& t) { return t.report.bytes == 0; }));
}

TEST_CASE("claim: a straggler delays everyone and parts no one", "[claims]") {
    for (TrainingSpec spec :
         variants("straggler",
                  R"({"faults": [{"kind": "straggler", "rank": 2, "milliseconds": 20}]})")) {
        CAPTURE(spec.model.seed, spec.world_size);
        Trainer run = trainer(spec, 2);
        run.advance(Pace::free);
        while (!run.finished()) {
            const FramePtr frame = run.advance(Pace::free);
            CHECK(*frame->identical);
            // Late in each of: shards, forward, backward, weight, reduce-scatter, all-gather,
            // update.
            CHECK(frame->seconds >= 7 * 0.020);
        }
    }
}

TEST_CASE("claim: one NaN travels the ring hop by hop and ends in every replica", "[claims]") {
    for (const TrainingSpec& spec : variants("nan-contagion")) {
        CAPTURE(spec.model.seed, spec.world_size);
        Trainer run = trainer(spec, 3);
        run.advance(Pace::watched);
        watch_iteration(run);
        const Chunk chunk = run.info().buckets[0].schedule.chunks[0];
        // Chunk 0 starts its way at rank 0 under textbook; rank 1 holds the NaN from the start.
        std::vector<std::vector<bool>> held;
        FramePtr last;
        for (const FramePtr& frame : watch_iteration(run)) {
            if (moves_chunks(frame->phase)) {
                held.emplace_back();
                for (const RankRecord& rank : frame->ranks)
                    held.back().push_back(has_nan(*rank.gradient, chunk));
            }
            last = frame;
        }
        const auto n = static_cast<std::size_t>(spec.world_size);
        REQUIRE(held.size() == 2 * (n - 1));
        for (std::size_t step = 0; step < held.size(); ++step)
            for (std::size_t r = 0; r < n; ++r) {
                CAPTURE(step, r);
                CHECK(held[step][r] == (r >= 1 ? r <= step + 1 : step >= n - 1));
            }
        CHECK(*last->identical);
        for (const std::vector<float>& parameters : all_parameters(run))
            CHECK(std::isnan(parameters[0]));
        // Counter: without the fault there is none.
        TrainingSpec clean = spec;
        clean.faults.clear();
        Trainer other = trainer(clean, 3);
        run_all(other, Pace::free);
        CHECK_FALSE(std::isnan(all_parameters(other)[0][0]));
    }
}

TEST_CASE("claim: the toy can be done by hand", "[claims]") {
    const std::vector<FramePtr> frames = frames_of(load_scenario("toy"));
    CHECK(frames.size() == 7);
    for (const RankRecord& rank : frames.back()->ranks) {
        CHECK(rank.gradient->whole == std::vector<float>{1111, 2222, 3333, 4444});
        CHECK(rank.bytes_sent == 24);
    }
}

namespace {

// Iterations of a free run in which some all-reduce began before the backward pass had ended.
int overlapping_iterations(const TrainingSpec& spec) {
    Trainer run = trainer(spec, 8);
    int found = 0;
    for (const FramePtr& frame : run_all(run, Pace::free))
        found += reduces_early(frame->spans) ? 1 : 0;
    return found;
}

}  // namespace

TEST_CASE("claim: a bucket is reduced while earlier layers run backward", "[claims]") {
    for (const TrainingSpec& spec : variants("overlap")) {
        CHECK(bucket_extents(spec.model.shape, spec.collective.bucket_bytes).size() == 4);
        CHECK(overlapping_iterations(spec) > 0);
    }
    // Without overlap, or with everything in one bucket, it never is; the bits are the same.
    for (const TrainingSpec& spec : variants("overlap", R"({"collective": {"overlap": false}})"))
        CHECK(overlapping_iterations(spec) == 0);
    CHECK(overlapping_iterations(scenario("overlap", R"({"model": {"sizes": [64, 32, 10]}})")) ==
          0);
    Trainer on = trainer(scenario("overlap"), 3),
            off = trainer(scenario("overlap", R"({"collective": {"overlap": false}})"), 3);
    run_all(on, Pace::free);
    run_all(off, Pace::free);
    CHECK(all_parameters(on) == all_parameters(off));
}

TEST_CASE("every scenario opens: its own position exists, and it runs to it", "[claims]") {
    for (const std::string& name : scenario_names()) {
        CAPTURE(name);
        const Session session = load_scenario(name);
        CHECK(session.title != "");
        CHECK(session.text != "");
        const auto run = make_run(session, opencl::replica_sets({PlacementKind::shared, ""}),
                                  opencl::executors({PlacementKind::shared, ""}));
        if (!session.open_at) continue;
        Recording recording(run->info());
        do {
            REQUIRE_FALSE(run->finished());
            recording.append(run->advance(Pace::watched));
        } while (*recording.last() < *session.open_at);
        CHECK(*recording.last() == *session.open_at);
    }
}
