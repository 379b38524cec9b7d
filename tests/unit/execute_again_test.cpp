#include "core/trace/execute_again.h"

#include <bit>

#include "core/session/make_run.h"
#include "core/support/error.h"
#include "core/trace/divergence.h"
#include "core/trace/recorder.h"
#include "core/trace/replica_difference.h"
#include "core/train/host_replica_set.h"
#include "core/train/trainer.h"
#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
using testing::difference_of_results;
using testing::host_executors;

namespace {

Session training(const std::string& optimizer = R"({"name":"adam","lr":0.02})") {
    const nlohmann::json json = {{"version", 1},
                                 {"kind", "train"},
                                 {"spec",
                                  {{"model", {{"sizes", {2, 3, 2}}}},
                                   {"data", {{"name", "moons"}, {"samples", 40}}},
                                   {"optimizer", nlohmann::json::parse(optimizer)},
                                   {"world_size", 3},
                                   {"global_batch", 16},
                                   {"collective", {{"bucket_bytes", 32}}},
                                   {"steps", 12}}}};
    return parse_session(json, {}, "test");
}

std::unique_ptr<Run> start(const Session& session) {
    return make_run(session, host_replica_sets(), host_executors());
}

// Every frame of every iteration, as a watched run gives them.
std::shared_ptr<Recording> watched(const Session& session) {
    const auto run = start(session);
    Recorder recorder(*run);
    while (!run->finished()) recorder.advance(*run, Pace::watched);
    return recorder.recording();
}

void check_same(const Recording& a, const Recording& b, std::int64_t iteration) {
    CAPTURE(iteration);
    REQUIRE(a.frames_in(iteration) == b.frames_in(iteration));
    for (std::int64_t f = 0; f < a.frames_in(iteration); ++f) {
        CAPTURE(f);
        REQUIRE(difference_of_results(*a.frame({iteration, f}), *b.frame({iteration, f})) == "");
    }
}

}  // namespace

TEST_CASE("free-run iterations executed again are what a watched run shows, to the bit") {
    for (const std::int64_t distance : {1, 5}) {
        CAPTURE(distance);
        const Session session = training();
        const auto expected = watched(session);
        const auto run = start(session);
        Recorder recorder(std::make_shared<Recording>(run->info()), {distance});
        while (!run->finished()) recorder.advance(*run, Pace::free);
        Recording& recording = *recorder.recording();
        REQUIRE(recording.iterations() == 12);
        CHECK(recording.frame_count() == 13);
        CHECK(std::ssize(recording.checkpoints()) == (distance == 1 ? 12 : 3));
        CHECK(recorder.checkpoints_taken() == std::ssize(recording.checkpoints()));

        const auto other_run = start(session);
        for (const std::int64_t iteration : {7, 0, 11, 3}) {
            execute_again(*other_run, recording, iteration);
            check_same(recording, *expected, iteration);
            CHECK(recording.frame({iteration, 1})->executed_again);
        }
        CHECK(recording.only_summary(1));
    }
}

TEST_CASE("a run paced freely without a recorder is never read") {
    const auto run = start(training());
    auto& trainer = dynamic_cast<Trainer&>(*run);
    run->advance(Pace::free);
    const ReadCounts before = trainer.replicas().read_counts();
    while (!run->finished()) run->advance(Pace::free);
    const ReadCounts after = trainer.replicas().read_counts();
    CHECK(after.parameters == before.parameters);
    CHECK(after.gradients == before.gradients);
    CHECK(after.optimizer_state == before.optimizer_state);
}

TEST_CASE("a recorder reads for its checkpoints and for nothing else") {
    const auto run = start(training());
    auto& trainer = dynamic_cast<Trainer&>(*run);
    Recorder recorder(std::make_shared<Recording>(run->info()), {4});
    recorder.advance(*run, Pace::free);
    const ReadCounts before = trainer.replicas().read_counts();
    while (!run->finished()) recorder.advance(*run, Pace::free);
    const ReadCounts after = trainer.replicas().read_counts();
    CHECK(recorder.checkpoints_taken() == 3);
    CHECK(after.parameters - before.parameters == 3 * 3);  // three checkpoints of three ranks
    CHECK(after.optimizer_state - before.optimizer_state == 3 * 3);
    CHECK(after.gradients == before.gradients);
}

TEST_CASE("training goes on from any recorded iteration with the same bits") {
    for (const char* optimizer :
         {R"({"name":"sgd"})", R"({"name":"momentum"})", R"({"name":"adam","lr":0.02})"}) {
        CAPTURE(optimizer);
        const Session session = training(optimizer);
        const auto whole = watched(session);
        const auto file =
            std::filesystem::path(RINGSCOPE_BINARY_DIR) / "scratch" / "go_on.ringtrace";
        std::filesystem::create_directories(file.parent_path());
        save_recording(*whole, file);
        for (std::int64_t iteration : {0, 1, 6, 11}) {
            const auto recording = open_recording(file).recording;
            const auto run = start(session_of(*recording));
            restore_before(*run, *recording, iteration);
            Recorder recorder(fork(*recording, iteration), {3});
            while (!run->finished()) recorder.advance(*run, Pace::watched);
            REQUIRE(recorder.recording()->iterations() == 12);
            for (std::int64_t i = 0; i < 12; ++i) check_same(*recorder.recording(), *whole, i);
            CHECK(recording->frame_count() == whole->frame_count());  // stays as it was
        }
    }
}

TEST_CASE("a recorder writes a file that goes on where the run was stopped") {
    const Session session = training();
    const auto whole = watched(session);
    const auto file = std::filesystem::path(RINGSCOPE_BINARY_DIR) / "scratch" / "stopped.ringtrace";
    std::filesystem::create_directories(file.parent_path());
    {
        const auto run = start(session);
        Recorder recorder(std::make_shared<Recording>(run->info()), {5});
        recorder.advance(*run, Pace::free);
        const auto writer = std::make_shared<RingtraceWriter>(file, run->info());
        recorder.write_to(writer);
        for (int i = 0; i < 7; ++i) recorder.advance(*run, Pace::free);
        recorder.finish(*run);
        writer->finish();
    }
    const OpenedRecording opened = open_recording(file);
    CHECK(opened.warning == "");
    REQUIRE(opened.recording->iterations() == 7);
    CHECK(opened.recording->checkpoint_before(7)->iteration == 7);
    const auto run = start(session_of(*opened.recording));
    restore_before(*run, *opened.recording, 7);
    Recorder recorder(opened.recording, {1});
    while (!run->finished()) recorder.advance(*run, Pace::watched);
    for (std::int64_t i = 7; i < 12; ++i) check_same(*recorder.recording(), *whole, i);
    execute_again(*run, *recorder.recording(), 4);
    check_same(*recorder.recording(), *whole, 4);
}

TEST_CASE("fault switches are part of the checkpoint that a recorder is asked for") {
    const Session session = training();
    const auto run = start(session);
    auto& trainer = dynamic_cast<Trainer&>(*run);
    Recorder recorder(std::make_shared<Recording>(run->info()), {100});
    for (int i = 0; i < 4; ++i) recorder.advance(*run, Pace::free);
    Fault fault;
    fault.kind = FaultKind::scale_gradient;
    fault.rank = 2;
    fault.factor = 50;
    trainer.set_faults({fault});
    recorder.demand_checkpoint();
    while (!run->finished()) recorder.advance(*run, Pace::free);
    Recording& recording = *recorder.recording();
    CHECK(recording.checkpoints().size() == 2);
    const auto other_run = start(session);
    for (const std::int64_t iteration : {2, 3, 8}) {
        execute_again(*other_run, recording, iteration);
        CHECK(recording.frame({iteration, 0})->active_faults.size() == (iteration < 3 ? 0U : 1U));
    }
}

TEST_CASE("execution again refuses what is not the same") {
    const auto run = start(training());
    Recorder recorder(*run);
    for (int i = 0; i < 3; ++i) recorder.advance(*run, Pace::free);
    {
        // One bit of a parameter is changed behind the recorder's back.
        auto& replicas = dynamic_cast<Trainer&>(*run).replicas();
        std::vector<float> parameters = replicas.read_parameters(1);
        recorder.demand_checkpoint();
        recorder.advance(*run, Pace::watched);  // its checkpoint is right, what follows is not
        parameters[0] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(parameters[0]) ^ 1U);
        replicas.load_parameters(1, parameters);
        while (!run->at_iteration_boundary()) recorder.advance(*run, Pace::free);
    }
    const auto other_run = start(training());
    CHECK_THROWS_AS(execute_again(*other_run, *recorder.recording(), 2), Error);
    CHECK(recorder.recording()->only_summary(2));
    execute_again(*other_run, *recorder.recording(), 1);

    const auto stop = [](double) { return false; };
    Recording without(run->info());
    without.append(recorder.recording()->frame({}));
    CHECK_THROWS_AS(restore_before(*other_run, without, 0), Error);
    const auto late = fork(*recorder.recording(), 3);
    Recorder sparse(std::make_shared<Recording>(other_run->info()), {100});
    const auto third_run = start(training());
    for (int i = 0; i < 9; ++i) sparse.advance(*third_run, Pace::free);
    CHECK_THROWS_AS(execute_again(*other_run, *sparse.recording(), 6, stop), Error);
}

TEST_CASE("a collective that ran freely can be executed again") {
    const Session session = load_scenario("toy");
    const auto expected = watched(session);
    const auto run = start(session);
    Recorder recorder(*run);
    while (!run->finished()) recorder.advance(*run, Pace::free);
    REQUIRE(recorder.recording()->frame_count() == 2);
    recorder.finish(*run);
    execute_again(*run, *recorder.recording(), 0);
    check_same(*recorder.recording(), *expected, 0);
}

TEST_CASE("replicas that were not kept are brought back, and are those that trained") {
    const Session session = training();
    const auto run = start(session);
    auto& trainer = dynamic_cast<Trainer&>(*run);
    Recorder recorder(std::make_shared<Recording>(run->info()), {100});
    Fault fault;
    fault.kind = FaultKind::skip_all_reduce;
    fault.rank = 1;
    trainer.set_faults({fault});
    while (recorder.recording()->iterations() < 4) recorder.advance(*run, Pace::free);
    std::vector<std::vector<float>> held;
    for (Rank r = 0; r < run->info().world_size; ++r)
        held.push_back(trainer.replicas().read_parameters(r));
    while (!run->finished()) recorder.advance(*run, Pace::free);
    Recording& recording = *recorder.recording();
    CHECK_FALSE(replicas_after(recording, 3));

    const auto other_run = start(session);
    keep_replicas(*other_run, recording, 3);
    const auto values = replicas_after(recording, 3);
    REQUIRE(values);
    CHECK(values->checkpoint->executed_again);
    REQUIRE(values->ranks.size() == held.size());
    for (std::size_t r = 0; r < held.size(); ++r)
        CHECK(difference_of(values->ranks[r], held[r]).identical());
    CHECK_FALSE(difference_of(values->ranks[0], values->ranks[1]).identical());
    // Execution again starts from them as from any other checkpoint.
    execute_again(*other_run, recording, 5);
}
