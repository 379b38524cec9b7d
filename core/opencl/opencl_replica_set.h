#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/opencl/mlp_kernels.h"
#include "core/opencl/opencl_optimizer.h"
#include "core/opencl/rank_vectors.h"
#include "core/train/replica_set.h"

namespace ringscope::opencl {

// N replicas of an MLP on OpenCL devices. Every rank owns all its buffers; ranks on one device
// share a queue, and a launch works for all of them. See ReplicaSet for what the operations do. A
// chunk that is staged through the host between contexts is not counted in read_counts: nobody
// looks at it.
class OpenClReplicaSet : public ReplicaSet {
  public:
    // style: which kernels, by default what suits each device. Throws Error device_failed when the
    // replicas do not fit into the budget or the devices.
    OpenClReplicaSet(std::shared_ptr<const Hardware> hardware, const ReplicaConfig& config,
                     std::optional<KernelStyle> style = std::nullopt);

    const Placement& placement() const override { return hardware_->placement; }
    int world_size() const override { return static_cast<int>(lanes_.size()); }
    std::int64_t length() const override { return length_; }

    void write(Rank rank, std::int64_t offset, std::span<const float> values) override;
    void read(Rank rank, std::int64_t offset, std::span<float> values) override;
    std::vector<TransferReport> run(const Schedule& schedule, const Step& step,
                                    std::int64_t base) override;
    std::vector<TransferReport> run_all(const Schedule& schedule, std::int64_t base) override;
    void finish() override { gradients_.finish(); }

    void load_parameters(Rank rank, std::span<const float> values) override;
    void load_optimizer_state(Rank rank, std::span<const float> values) override;
    void load_shard(Rank rank, const ShardView& shard) override;
    void forward() override;
    void backward() override;
    void backward_layers(int first, int last) override;
    void overlap_all_reduces(bool on) override { gradients_.overlap(on); }
    void scale_gradient(Rank rank, float factor) override;
    void scale_gradients(std::span<const float> factors, const Chunk& part) override;
    void stash_gradient(Rank rank) override;
    void restore_gradient(Rank rank) override;
    void update(std::int64_t t) override;
    std::vector<double> losses() override;
    std::vector<std::uint64_t> digests() override;

    // Runs in batches of up to 1,024 samples in buffers of its own, which are freed at the end, so
    // that the loaded shard and its outputs stay as they are. Fewer at once when the rank's memory
    // budget leaves less room.
    Evaluation evaluate(Rank rank, const ShardView& samples) override;

    // As evaluate: in buffers of its own.
    std::vector<float> outputs(Rank rank, std::span<const float> x) override;

    std::vector<float> read_parameters(Rank rank) override;
    std::vector<float> read_optimizer_state(Rank rank) override;
    MemoryUse memory(Rank rank) const override { return ledger_.use(rank); }
    ReadCounts read_counts() const override { return reads_; }

    void begin_spans(std::chrono::steady_clock::time_point begin) override { log_.begin(begin); }
    void next_work(const Work& work) override { log_.next(work); }
    std::vector<WorkSpan> spans() override { return log_.spans(); }

    const MemoryLedger& ledger() const noexcept { return ledger_; }

  private:
    struct Replica {
        LedgerBuffer parameters, optimizer_state, stash, report;
        Workspace workspace;
        std::int64_t samples = 0;       // in the loaded shard
        std::int64_t loss_samples = 0;  // that the last forward ran
        Report read{};                  // what the host read of `report` last
    };
    // The ranks of one launch, and their kernels.
    struct Crew {
        Crew(Team ranks, const ReplicaConfig& config, KernelStyle style);

        Team team;
        std::unique_ptr<MlpKernels> mlp;
        OpenClOptimizer optimizer;
        cl::Kernel scale, digest;
    };

    Replica& replica(Rank rank) { return replicas_.at(static_cast<std::size_t>(rank)); }
    const Replica& replica(Rank rank) const { return replicas_.at(static_cast<std::size_t>(rank)); }
    Lane& lane(Rank rank) { return *lanes_.at(static_cast<std::size_t>(rank)); }
    Crew& crew(Rank rank);
    std::vector<Pass> passes(const Crew& crew) const;
    Each gradients_of(const Team& team) const;
    void read_reports();
    MemoryLedger& checked_ledger();  // throws Error if the replicas do not fit
    void allocate(Rank rank);
    std::int64_t evaluation_batch(Rank rank, std::int64_t samples) const;
    std::vector<float> read_all(Rank rank, const char* what, const LedgerBuffer& buffer);

    ReplicaConfig config_;
    std::int64_t length_;
    std::shared_ptr<const Hardware> hardware_;
    MemoryLedger ledger_;
    CommandLog log_;
    Lanes lanes_;
    std::shared_ptr<Lane> joint_;
    RankVectors gradients_;
    std::vector<Replica> replicas_;
    std::vector<std::unique_ptr<Crew>> crews_;
    bool reports_read_ = false;  // since the last forward
    ReadCounts reads_;
};

}  // namespace ringscope::opencl
