// Reducing a bucket while earlier layers still run backward changes no bit, and makes the host read
// and wait no more than without.
#include "tests/opencl/replica_support.h"
#include "tests/opencl/spy.h"
#include "tests/support/spans.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// Three layers; uneven batches; a bucket for about each tensor.
constexpr const char* several_buckets =
    R"({"model": {"sizes": [11, 40, 23, 3]}, "data": {"name": "gauss", "samples": 50}, "global_batch": 21, "steps": 5,
        "collective": {"bucket_bytes": 100}})";

TrainingSpec training(const nlohmann::json& patch, bool overlap) {
    nlohmann::json json = nlohmann::json::parse(several_buckets);
    json["data"] = {{"x", nlohmann::json::array()}, {"y", nlohmann::json::array()}};
    for (int s = 0; s < 50; ++s) {
        json["data"]["x"].push_back(noise(11, static_cast<std::uint64_t>(s)));
        json["data"]["y"].push_back(s % 3);
    }
    json["data"]["name"] = nullptr;
    json["data"]["samples"] = nullptr;
    json.merge_patch(patch);
    json["collective"]["overlap"] = overlap;
    return small_training(json.dump());
}

struct Placed {
    PlacementKind kind = PlacementKind::partition;
    std::optional<opencl::KernelStyle> style;
    opencl::ContextRule rule = one_context;
};

Trainer trainer(const TrainingSpec& spec, const Placed& placed = {}) {
    return {spec, "test", "", [placed](int n, const ReplicaConfig& config) {
                return std::make_unique<opencl::OpenClReplicaSet>(
                    opencl::open_hardware(n, kind(placed.kind), placed.rule), config, placed.style);
            }};
}

// After each iteration: every rank's digest, and bytes sent.
std::vector<std::pair<std::uint64_t, std::int64_t>> results(Trainer& run) {
    std::vector<std::pair<std::uint64_t, std::int64_t>> all;
    for (const FramePtr& frame : run_all(run, Pace::free))
        for (const RankRecord& rank : frame->ranks) all.emplace_back(rank.digest, rank.bytes_sent);
    return all;
}

void check_same(const nlohmann::json& patch, const Placed& placed = {}) {
    CAPTURE(patch.dump(), name(placed.kind), placed.rule == own_contexts);
    Trainer on = trainer(training(patch, true), placed),
            off = trainer(training(patch, false), placed);
    REQUIRE(on.info().buckets.size() == 4);
    CHECK(results(on) == results(off));
}

const std::vector<Placed> placements = {
    {PlacementKind::partition, opencl::KernelStyle::blocked},
    {PlacementKind::shared, opencl::KernelStyle::blocked},
    {PlacementKind::partition, opencl::KernelStyle::readable},
    {PlacementKind::shared, opencl::KernelStyle::readable},
    {PlacementKind::partition, opencl::KernelStyle::blocked, own_contexts}};

}  // namespace

TEST_CASE("overlap changes no bit, whatever the world size, the optimizer and the placement") {
    for (const Placed& placed : placements)
        for (const int n : {1, 2, 3, 4, 8})
            for (const char* optimizer : {"sgd", "momentum", "adam"})
                check_same({{"world_size", n}, {"optimizer", {{"name", optimizer}}}}, placed);
}

TEST_CASE("overlap changes no bit with other algorithms, averages, losses and more than 8 ranks") {
    for (const Placed& placed : placements) {
        for (const char* algorithm : {"central", "direct", "tree", "halving-doubling"})
            check_same({{"collective", {{"algorithm", algorithm}}}}, placed);
        check_same(
            {{"collective", {{"average", "after"}}},
             {"global_batch", 20},
             {"data", {{"x", nullptr}, {"y", nullptr}, {"name", "regression"}, {"samples", 40}}},
             {"model", {{"loss", "mse"}}}},
            placed);
        check_same({{"world_size", 24}, {"global_batch", 21}},
                   {PlacementKind::shared, placed.style});
    }
}

TEST_CASE("with faults overlap changes no bit") {
    for (const char* faults :
         {R"([{"kind": "skip-all-reduce", "rank": 2, "from": 1}])",
          R"([{"kind": "skip-all-reduce"}])",
          R"([{"kind": "scale-gradient", "rank": 3, "factor": 50, "from": 2, "until": 4}])",
          R"([{"kind": "forget-average"}])", R"([{"kind": "average-twice", "from": 1}])",
          R"([{"kind": "unweighted-mean"}])", R"([{"kind": "other-seed", "rank": 1}])",
          R"([{"kind": "stale-chunk", "chunk": 1, "step": 4, "from": 2}])",
          R"([{"kind": "flip-bit", "rank": 2, "index": 7, "bit": 20, "from": 1}])",
          R"([{"kind": "nan", "rank": 0, "index": 26, "from": 2}])",
          R"([{"kind": "straggler", "rank": 1, "milliseconds": 1, "until": 3}])"})
        for (const PlacementKind kind : {PlacementKind::partition, PlacementKind::shared})
            check_same({{"faults", nlohmann::json::parse(faults)}}, {kind, std::nullopt});
}

TEST_CASE("free runs that overlap, watched and restored ones have the same bits") {
    const TrainingSpec spec = training({{"optimizer", {{"name", "adam"}}}}, true);
    Trainer free = trainer(spec), watched = trainer(spec), mixed = trainer(spec);
    for (Trainer* run : {&free, &watched, &mixed}) run->advance(Pace::watched);
    while (!free.finished()) {
        const CheckpointPtr checkpoint = mixed.checkpoint();
        watch_iteration(mixed);
        mixed.restore(*checkpoint);
        while (mixed.advance(Pace::watched)->phase != FramePhase::forward) {
        }
        const FramePtr a = free.advance(Pace::free), b = watch_iteration(watched).back(),
                       c = mixed.advance(Pace::free);
        for (std::size_t r = 0; r < a->ranks.size(); ++r) {
            CHECK(a->ranks[r].digest == b->ranks[r].digest);
            CHECK(a->ranks[r].digest == c->ranks[r].digest);
            CHECK(a->ranks[r].bytes_sent == b->ranks[r].bytes_sent);
        }
    }
}

TEST_CASE("for overlap the host reads no gradient and waits no more often") {
    for (const PlacementKind kind : {PlacementKind::partition, PlacementKind::shared}) {
        std::vector<Spied> counts;
        for (const bool overlap : {false, true}) {
            Trainer run = trainer(training({{"steps", 20}}, overlap), {kind, std::nullopt});
            run.advance(Pace::free);
            const Spied before = spied();
            run_all(run, Pace::free);
            Spied during = spied();
            during.reads -= before.reads;
            during.read_bytes -= before.read_bytes;
            during.waits -= before.waits;
            during.launches -= before.launches;
            counts.push_back(during);
            CHECK(run.replicas().read_counts().gradients == 0);
        }
        CHECK(counts[1].reads == counts[0].reads);
        CHECK(counts[1].read_bytes == counts[0].read_bytes);
        CHECK(counts[1].waits == counts[0].waits);
        // The backward pass comes in pieces, as many as there are layers.
        CHECK(counts[1].launches > counts[0].launches);
    }
}

TEST_CASE("a model with one bucket keeps its one backward launch") {
    std::vector<std::int64_t> launches;
    for (const bool overlap : {false, true}) {
        Trainer run = trainer(training({{"collective", {{"bucket_bytes", 26214400}}}}, overlap));
        REQUIRE(run.info().buckets.size() == 1);
        run.advance(Pace::free);
        const std::int64_t before = spied().launches;
        run_all(run, Pace::free);
        launches.push_back(spied().launches - before);
    }
    CHECK(launches[0] == launches[1]);
}

namespace {

// Enough work that a layer takes longer than an all-reduce takes to begin. Of some iterations,
// those in which an all-reduce began before the backward pass had ended.
int iterations_that_overlap(bool overlap, PlacementKind kind) {
    nlohmann::json json = nlohmann::json::parse(
        R"({"model": {"sizes": [64, 256, 256, 256, 10], "activation": "relu"}, "data": {"name": "digits", "samples": null},
            "global_batch": 256, "steps": 12, "collective": {"bucket_bytes": 4096}})");
    json["collective"]["overlap"] = overlap;
    Trainer run = trainer(small_training(json.dump()), {kind, std::nullopt});
    int found = 0;
    for (const FramePtr& frame : run_all(run, Pace::free))
        found += reduces_early(frame->spans) ? 1 : 0;
    return found;
}

}  // namespace

TEST_CASE("an all-reduce begins before the backward pass has ended, with overlap only") {
    for (const PlacementKind kind : {PlacementKind::partition, PlacementKind::shared}) {
        CAPTURE(name(kind));
        CHECK(iterations_that_overlap(true, kind) > 0);
        CHECK(iterations_that_overlap(false, kind) == 0);
    }
}

TEST_CASE("frames hold when each rank's commands ran, in the order in which they must run") {
    for (const PlacementKind kind : {PlacementKind::partition, PlacementKind::shared}) {
        CAPTURE(name(kind));
        Trainer run = trainer(training(nlohmann::json::object(), true), {kind, std::nullopt});
        CHECK(run.advance(Pace::free)->spans.empty());
        const FramePtr frame = run.advance(Pace::free);
        std::vector<int> layers, buckets;
        for (Rank r = 0; r < 4; ++r) {
            double forward_end = 0, update_begin = 0, reduce_end = 0;
            layers.clear();
            buckets.clear();
            for (const WorkSpan& span : frame->spans) {
                CHECK(0 <= span.begin);
                CHECK(span.begin <= span.end);
                CHECK(span.end <= frame->seconds);
                if ((span.ranks >> r & 1) == 0) continue;
                const WorkKind work = span.work.kind;
                if (work == WorkKind::forward) forward_end = span.end;
                if (work == WorkKind::update) update_begin = span.begin;
                if (work == WorkKind::backward) {
                    CHECK(span.begin >= forward_end);
                    layers.push_back(span.work.first_layer);
                }
                if (work == WorkKind::all_reduce) {
                    CHECK(span.begin >= forward_end);
                    CHECK(span.work.step == -1);
                    buckets.push_back(span.work.bucket);
                    reduce_end = span.end;
                }
            }
            CHECK(layers == std::vector<int>{2, 1, 0});
            CHECK(buckets == std::vector<int>{0, 1, 2, 3});
            CHECK(update_begin >= reduce_end);
        }
        // Watched, a step's frame has that step's commands and no other.
        for (const FramePtr& watched : watch_iteration(run))
            for (const WorkSpan& span : watched->spans) {
                CHECK(span.end <= watched->seconds);
                CHECK((span.work.kind == WorkKind::all_reduce) == moves_chunks(watched->phase));
                if (moves_chunks(watched->phase)) {
                    CHECK(span.work.bucket == watched->bucket);
                    CHECK(span.work.step == watched->schedule_step);
                }
            }
    }
}

TEST_CASE("replicas in host memory measure nothing and say nothing") {
    Trainer run = host_trainer(training(nlohmann::json::object(), true));
    for (const FramePtr& frame : run_all(run, Pace::free)) CHECK(frame->spans.empty());
}
