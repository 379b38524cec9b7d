#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/train/faults.h"
#include "core/train/iteration_plan.h"
#include "core/train/replica_recorder.h"
#include "core/train/run.h"
#include "core/train/stale_values.h"

namespace ringscope {

// How good the model of rank 0 is now.
struct TrainingOutcome {
    double final_loss = 0;                 // mean over the whole training set
    std::optional<double> train_accuracy;  // 0 .. 1; empty under an MSE
    std::optional<double> test_accuracy;   // empty under an MSE and without held-out samples
};

// A training run. Watched, the frames of an iteration are shard, forward, backward, weight (average
// "before"), the steps of each bucket's all-reduce, divide (average "after"), update, equality;
// some faults leave phases out or add a divide. At either pace the same work is done in the same
// order, so the bits are the same; only what the host reads differs.
class Trainer : public Run {
  public:
    // Loads the data and makes the replicas. Throws Error: bad_input from the data, whatever the
    // factory throws.
    Trainer(TrainingSpec spec, std::string title, std::string session_json,
            const ReplicaSetFactory& factory);

    const RunInfo& info() const override { return info_; }
    FramePtr advance(Pace pace) override;
    bool finished() const override;
    bool at_iteration_boundary() const override { return !plan_; }
    CheckpointPtr checkpoint() override;
    // Throws Error bad_input when the checkpoint does not fit this run or its digests are wrong.
    void restore(const Checkpoint& checkpoint) override;

    // Fault switches, also while running. They act from the next iteration that begins, whose
    // number takes the place of a negative `from`; other-seed acts at the start only; a stale-chunk
    // needs one iteration in which it is switched on to know what is stale. Throws Error bad_input
    // (and keeps the old switches) as the spec's parser does.
    void set_faults(std::vector<Fault> faults) override;
    std::vector<Fault> faults() const override { return faults_; }

    std::vector<float> outputs(Rank rank, std::span<const float> x) override {
        return replicas_->outputs(rank, x);
    }
    std::int64_t updates() const override;

    // Only at an iteration boundary.
    TrainingOutcome outcome();

    const TrainingSpec& spec() const { return spec_; }
    const Dataset& data() const { return data_; }
    // Updates that are complete.
    std::int64_t iteration() const { return iteration_; }
    // For tests and the dump: what was really computed, read from where it lies.
    ReplicaSet& replicas() { return *replicas_; }

  private:
    std::unique_ptr<ReplicaSet> make_replicas(const ReplicaSetFactory& factory) const;
    void load_initial_parameters();
    FaultLimits fault_limits() const;
    void begin_iteration();
    void execute(const Stage& stage);
    void load_shards();
    void flip_bits();
    void finish_backward();
    bool undisturbed() const;
    bool overlaps() const;
    std::size_t run_overlapped();
    std::size_t run_bucket(int number);
    void run_step(const Stage& stage);
    void wait_for_stragglers(const Stage& stage);
    void compare();

    std::shared_ptr<Frame> new_frame(FramePhase phase);
    FramePtr start_frame();
    FramePtr watched_frame();
    FramePtr free_frame();
    void record(const Stage& stage, Frame& frame);

    TrainingSpec spec_;
    Dataset data_;
    RunInfo info_;
    std::unique_ptr<ReplicaSet> replicas_;
    ReplicaRecorder recorder_;
    ShardSource shards_;
    StaleValues stale_;
    std::vector<Fault> faults_;

    bool started_ = false;
    std::int64_t iteration_ = 0;
    // The iteration in progress; empty between iterations.
    std::optional<IterationPlan> plan_;
    std::size_t next_stage_ = 0;
    bool watching_ = false;  // the step in progress becomes a frame
    std::vector<std::string> fault_words_;
    std::vector<TransferReport> reports_;  // of the newest step
    std::vector<TransferRecord> transfers_;
    std::vector<std::int64_t> bytes_sent_;  // [rank]
    std::vector<double> losses_;            // [rank]; empty until they were read
    std::vector<std::uint64_t> digests_;    // [rank]; as of the newest comparison
};

}  // namespace ringscope
