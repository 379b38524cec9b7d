#include "core/train/trainer.h"

#include "core/collective/traffic.h"
#include "core/support/digest.h"
#include "core/train/host_replica_set.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("a watched run gives the frames of the timeline in order") {
    Trainer trainer = host_trainer(small_training());
    const std::vector<FramePtr> frames = run_all(trainer, Pace::watched);
    const std::string iteration =
        "shard, forward, backward, weight, reduce-scatter, all-gather, update, equality";
    CHECK(phases(frames) ==
          "start, " + iteration + ", " + iteration + ", " + iteration + ", " + iteration);
    CHECK(frames.size() == 1 + 4 * (4 + 6 + 2));

    Trainer after =
        host_trainer(small_training(R"({"collective": {"average": "after"}, "steps": 1})"));
    CHECK(phases(run_all(after, Pace::watched)) ==
          "start, shard, forward, backward, reduce-scatter, all-gather, divide, update, equality");

    Trainer alone = host_trainer(small_training(R"({"world_size": 1, "steps": 1})"));
    CHECK(phases(run_all(alone, Pace::watched)) ==
          "start, shard, forward, backward, weight, update, equality");
}

TEST_CASE("frames say what they are and share what did not change") {
    Trainer trainer = host_trainer(small_training());
    const FramePtr start = trainer.advance(Pace::watched);
    CHECK(start->iteration == 0);
    CHECK(*start->identical);
    CHECK(start->ranks[0].parameters);
    CHECK_FALSE(start->ranks[0].gradient);
    CHECK_FALSE(start->loss);

    const std::vector<FramePtr> frames = watch_iteration(trainer);
    const FramePtr shard = find(frames, FramePhase::shard),
                   forward = find(frames, FramePhase::forward),
                   backward = find(frames, FramePhase::backward),
                   update = find(frames, FramePhase::update),
                   equality = find(frames, FramePhase::equality);
    CHECK(shard->batch == 12);
    CHECK(shard->ranks[3].samples == 3);
    CHECK_FALSE(shard->loss);
    CHECK_FALSE(forward->ranks[0].gradient);
    CHECK(*forward->loss == Approx((*forward->ranks[0].loss + *forward->ranks[1].loss +
                                    *forward->ranks[2].loss + *forward->ranks[3].loss) /
                                   4));
    CHECK(shard->ranks[0].parameters == start->ranks[0].parameters);
    CHECK(backward->ranks[2].parameters == start->ranks[2].parameters);
    CHECK(update->ranks[0].parameters != start->ranks[0].parameters);
    CHECK(update->ranks[3].parameters == update->ranks[0].parameters);
    CHECK(equality->ranks[0].parameters == update->ranks[0].parameters);
    CHECK(equality->ranks[0].gradient == update->ranks[0].gradient);
    CHECK(*equality->identical);
    CHECK(equality->ranks[1].digest == digest(trainer.replicas().read_parameters(1)));

    const FramePtr step = find_last(frames, FramePhase::all_gather);
    CHECK(step->step == 2);
    CHECK(step->steps_in_phase == 3);
    CHECK(step->schedule_step == 5);
    CHECK(step->transfers.size() == 4);
    const auto expected = ring_bytes_per_rank(4, trainer.info().length, Ownership::textbook);
    for (std::size_t r = 0; r < 4; ++r) CHECK(equality->ranks[r].bytes_sent == expected[r]);
    CHECK(shard->ranks[0].bytes_sent == 0);
    CHECK(equality->ranks[0].memory[0] == 4 * trainer.info().length);

    CHECK(watch_iteration(trainer).front()->iteration == 1);
}

TEST_CASE("the transfers of a step explain the vectors after it") {
    Trainer trainer = host_trainer(small_training());
    trainer.advance(Pace::watched);
    int checked = 0;
    for (const FramePtr& frame : watch_iteration(trainer))
        for (const TransferRecord& transfer : frame->transfers) {
            const auto& after =
                frame->ranks[static_cast<std::size_t>(transfer.report.transfer.to)].gradient->whole;
            for (std::size_t i = 0; i < transfer.sent->whole.size(); ++i, ++checked) {
                const float sum = transfer.receiver_before->whole[i] + transfer.sent->whole[i];
                const bool adds = transfer.report.transfer.op == TransferOp::add;
                CHECK(after[static_cast<std::size_t>(transfer.chunk.offset) + i] ==
                      (adds ? sum : transfer.sent->whole[i]));
            }
        }
    CHECK(checked == 6 * trainer.info().length);
}

TEST_CASE("a value changed in a buffer between two frames is in the next frame and in the sums") {
    Trainer trainer = host_trainer(small_training(R"({"steps": 1})"));
    FramePtr frame = trainer.advance(Pace::watched);
    while (frame->phase != FramePhase::weight) frame = trainer.advance(Pace::watched);
    const float big = 1000;
    trainer.replicas().write(0, 0, std::span(&big, 1));  // chunk 0, which rank 0 sends first
    frame = trainer.advance(Pace::watched);
    CHECK(frame->transfers[0].sent->whole[0] == 1000);
    CHECK(frame->ranks[0].gradient->whole[0] == 1000);
    CHECK(frame->ranks[1].gradient->whole[0] == Approx(1000).margin(1));
    frame = find(watch_iteration(trainer), FramePhase::update);
    for (const RankRecord& rank : frame->ranks)
        CHECK(rank.gradient->whole[0] == Approx(1000).margin(1));
}

TEST_CASE("parameters changed behind the trainer's back show in the equality frame") {
    Trainer trainer = host_trainer(small_training(R"({"steps": 1})"));
    FramePtr frame = trainer.advance(Pace::watched);
    while (frame->phase != FramePhase::update) frame = trainer.advance(Pace::watched);
    std::vector<float> values = trainer.replicas().read_parameters(2);
    values[5] += 1;
    trainer.replicas().load_parameters(2, values);
    frame = trainer.advance(Pace::watched);
    CHECK_FALSE(*frame->identical);
    CHECK(frame->ranks[2].digest != frame->ranks[1].digest);
    CHECK(frame->ranks[2].parameters->whole == values);
}

TEST_CASE("a free run reads no parameter, gradient or optimizer state") {
    Trainer trainer =
        host_trainer(small_training(R"({"optimizer": {"name": "adam"}, "global_batch": 7})"));
    const std::vector<FramePtr> frames = run_all(trainer, Pace::free);
    CHECK(phases(frames) == "start, iteration");
    CHECK(frames.size() == 5);
    const ReadCounts reads = trainer.replicas().read_counts();
    CHECK(reads.parameters == 4);  // of the start frame
    CHECK(reads.gradients == 0);
    CHECK(reads.optimizer_state == 0);
    CHECK(*frames.back()->identical);
    CHECK(frames.back()->loss);
    CHECK_FALSE(frames.back()->ranks[0].parameters);
    CHECK(frames.back()->ranks[0].bytes_sent > 0);
    CHECK(frames[2]->batch == 5);
    CHECK(frames[2]->first_sample == 7);
    CHECK(frames[2]->ranks[3].samples == 1);
}

TEST_CASE("running free from the middle of a watched iteration ends it with a summary") {
    Trainer watched = host_trainer(small_training());
    Trainer mixed = host_trainer(small_training());
    run_all(watched, Pace::watched);
    for (int i = 0; i < 6; ++i) mixed.advance(Pace::watched);  // in the all-reduce of iteration 0
    CHECK_FALSE(mixed.at_iteration_boundary());
    const FramePtr rest = mixed.advance(Pace::free);
    CHECK(rest->phase == FramePhase::iteration);
    CHECK(rest->iteration == 0);
    CHECK(rest->ranks[0].bytes_sent ==
          ring_bytes_per_rank(4, mixed.info().length, Ownership::textbook)[0]);
    CHECK(mixed.at_iteration_boundary());
    const std::vector<FramePtr> next = watch_iteration(mixed);
    CHECK(next.front()->ranks[0].parameters);
    run_all(mixed, Pace::watched);
    CHECK(all_parameters(mixed) == all_parameters(watched));
}

TEST_CASE("several buckets are reduced from the end of the vector") {
    const TrainingSpec spec = small_training(R"({"collective": {"bucket_bytes": 16}, "steps": 1})");
    Trainer trainer = host_trainer(spec);
    REQUIRE(trainer.info().length == 27);
    REQUIRE(trainer.info().buckets.size() == 3);
    CHECK(trainer.info().buckets[0].offset == 12);
    CHECK(trainer.info().buckets[2].offset == 0);
    CHECK(trainer.info().buckets[2].schedule.length == 8);
    std::vector<int> order;
    for (const FramePtr& frame : run_all(trainer, Pace::watched))
        if (!frame->transfers.empty() && frame->phase == FramePhase::reduce_scatter &&
            frame->step == 0)
            order.push_back(frame->bucket);
    CHECK(order == std::vector<int>{0, 1, 2});
}

TEST_CASE("long vectors are recorded as summaries of the chunks that are moved") {
    Trainer trainer = host_trainer(small_training(
        R"({"model": {"sizes": [2, 900, 3]}, "collective": {"bucket_bytes": 8000}, "steps": 1})"));
    REQUIRE(trainer.info().length > whole_limit);
    for (const FramePtr& frame : run_all(trainer, Pace::watched)) {
        if (frame->transfers.empty()) continue;
        for (const TransferRecord& transfer : frame->transfers) {
            CHECK(transfer.sent->whole.empty());
            CHECK(transfer.sent->summary.count == transfer.chunk.count);
            if (transfer.report.transfer.op == TransferOp::copy)
                CHECK(frame->ranks[static_cast<std::size_t>(transfer.report.transfer.to)]
                          .gradient
                          ->by_chunk[static_cast<std::size_t>(transfer.report.transfer.chunk)] ==
                      transfer.sent->summary);
        }
    }
}

TEST_CASE("a checkpoint restores parameters, optimizer state, counters and switches to the bit") {
    const TrainingSpec spec = small_training(
        R"({"optimizer": {"name": "adam"}, "shuffle": true, "global_batch": 5, "steps": 8,
            "faults": [{"kind": "stale-chunk", "chunk": 1, "step": 2, "from": 2}, {"kind": "scale-gradient", "factor": 2, "rank": 1, "until": 5}]})");
    Trainer trainer = host_trainer(spec);
    std::vector<CheckpointPtr> checkpoints{trainer.checkpoint()};
    std::vector<FramePtr> frames;
    trainer.advance(Pace::free);
    while (!trainer.finished()) {
        frames.push_back(trainer.advance(Pace::free));
        checkpoints.push_back(trainer.checkpoint());
    }
    CHECK(checkpoints[3]->parameters[0] == checkpoints[3]->parameters[0]);
    for (const Pace pace : {Pace::free, Pace::watched})
        for (const std::size_t k : {5U, 0U, 3U, 2U}) {
            CAPTURE(k);
            Trainer again = host_trainer(spec);
            again.restore(*checkpoints[k]);
            for (std::size_t t = k; t < 8; ++t) {
                FramePtr frame = again.advance(pace);
                CHECK(frame->iteration == static_cast<std::int64_t>(t));
                while (!again.at_iteration_boundary()) frame = again.advance(pace);
                for (std::size_t r = 0; r < 4; ++r)
                    CHECK(frame->ranks[r].digest == frames[t]->ranks[r].digest);
                CHECK(*frame->loss == *frames[t]->loss);
            }
            CHECK(again.finished());
        }
    trainer.restore(*checkpoints[8]);
    CHECK(trainer.finished());
}

TEST_CASE("ranks with equal bits share the vectors of a checkpoint") {
    Trainer trainer = host_trainer(small_training(R"({"optimizer": {"name": "momentum"}})"));
    trainer.advance(Pace::free);
    trainer.advance(Pace::free);
    const CheckpointPtr checkpoint = trainer.checkpoint();
    CHECK(checkpoint->parameters[0] == checkpoint->parameters[3]);
    CHECK(checkpoint->optimizer_state[0] == checkpoint->optimizer_state[3]);
    CHECK(checkpoint->digests == trainer.replicas().digests());
}

TEST_CASE("a checkpoint of another run or with changed bits is refused and changes nothing") {
    Trainer trainer = host_trainer(small_training());
    trainer.advance(Pace::free);
    trainer.advance(Pace::free);
    const auto before = all_parameters(trainer);
    Trainer other = host_trainer(small_training(R"({"model": {"sizes": [2, 5, 3]}})"));
    CHECK(error_of([&] { trainer.restore(*other.checkpoint()); }).find("parameters a rank") !=
          std::string::npos);
    Trainer fewer = host_trainer(small_training(R"({"world_size": 3})"));
    CHECK(error_of([&] { trainer.restore(*fewer.checkpoint()); }).find("of 3 ranks") !=
          std::string::npos);
    Trainer adam = host_trainer(small_training(R"({"optimizer": {"name": "adam"}})"));
    CHECK(error_of([&] { trainer.restore(*adam.checkpoint()); }).find("optimizer state") !=
          std::string::npos);
    Checkpoint wrong = *trainer.checkpoint();
    wrong.digests[2] ^= 1;
    CHECK(error_of([&] { trainer.restore(wrong); }).find("digests") != std::string::npos);
    wrong.digests[2] ^= 1;
    wrong.faults_json = "[{\"kind\": \"nan\"}]";
    CHECK(error_of([&] { trainer.restore(wrong); }).find("\"index\" is missing") !=
          std::string::npos);
    wrong.faults_json = "[]";
    wrong.extra_json = "{";
    CHECK(error_of([&] { trainer.restore(wrong); }).find("not valid JSON") != std::string::npos);
    CHECK(all_parameters(trainer) == before);
}

TEST_CASE("a memory budget that does not suffice is refused") {
    const std::string message =
        error_of([] { host_trainer(small_training(R"({"memory_budget_bytes": 300})")); },
                 ErrorCode::device_failed);
    CHECK(message.find("the budget is 300") != std::string::npos);
    CHECK(error_of([] { host_trainer(small_training(R"({"memory_budget_bytes": 5000})")); }) ==
          "no error");
}

TEST_CASE(
    "digits are learned: at least 95 percent of the held-out samples, whatever the world size") {
    std::vector<double> accuracies;
    std::vector<std::vector<double>> losses;
    for (const int n : {1, 4}) {
        TrainingSpec spec = small_training(
            R"({"model": {"sizes": [64, 32, 10], "activation": "relu"}, "data": {"name": "digits", "samples": null},
                "optimizer": {"name": "adam", "lr": 0.01}, "global_batch": 128, "steps": 240})");
        spec.world_size = n;
        Trainer trainer = host_trainer(spec);
        losses.emplace_back();
        trainer.advance(Pace::free);
        while (!trainer.finished()) {
            const FramePtr frame = trainer.advance(Pace::free);
            REQUIRE(*frame->identical);
            losses.back().push_back(*frame->loss);
        }
        const TrainingOutcome outcome = trainer.outcome();
        CHECK(*outcome.test_accuracy >= 0.95);
        CHECK(*outcome.train_accuracy >= 0.95);
        CHECK(outcome.final_loss < 0.2);
        accuracies.push_back(*outcome.test_accuracy);
    }
    for (std::size_t t = 0; t < 10; ++t) CHECK(losses[0][t] == Approx(losses[1][t]).margin(1e-5));
    CHECK(accuracies[0] == Approx(accuracies[1]).margin(0.01));
}

TEST_CASE("the outcome has no accuracy for a regression and no test accuracy without a test set") {
    Trainer spirals = host_trainer(small_training(R"({"steps": 1})"));
    run_all(spirals, Pace::free);
    CHECK(spirals.outcome().train_accuracy);
    CHECK_FALSE(spirals.outcome().test_accuracy);
    Trainer regression = host_trainer(small_training(
        R"({"model": {"loss": "mse"}, "data": {"name": "regression"}, "steps": 1})"));
    run_all(regression, Pace::free);
    CHECK_FALSE(regression.outcome().train_accuracy);
}
