#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/collective/host_executor.h"
#include "core/model/host_mlp.h"
#include "core/train/run.h"

namespace ringscope {

// The oracle of the OpenCL engine: N replicas in host memory, computed with plain loops one after
// another. Its placement says `host`. Memory counts its vectors as a device's buffers are counted.
class HostReplicaSet : public ReplicaSet {
  public:
    // Throws Error device_failed when a rank would need more than the memory budget.
    HostReplicaSet(int world_size, ReplicaConfig config);

    const Placement& placement() const override { return placement_; }
    int world_size() const override { return gradients_.world_size(); }
    std::int64_t length() const override { return gradients_.length(); }

    void write(Rank rank, std::int64_t offset, std::span<const float> values) override;
    void read(Rank rank, std::int64_t offset, std::span<float> values) override;
    std::vector<TransferReport> run(const Schedule& schedule, const Step& step,
                                    std::int64_t base) override;
    void finish() override {}

    void load_parameters(Rank rank, std::span<const float> values) override;
    void load_optimizer_state(Rank rank, std::span<const float> values) override;
    void load_shard(Rank rank, const ShardView& shard) override;
    void forward() override;
    void backward() override;
    void backward_layers(int first, int last) override;
    void overlap_all_reduces(bool) override {}
    void scale_gradient(Rank rank, float factor) override;
    void scale_gradients(std::span<const float> factors, const Chunk& part) override;
    void stash_gradient(Rank rank) override;
    void restore_gradient(Rank rank) override;
    void update(std::int64_t t) override;
    std::vector<double> losses() override;
    std::vector<std::uint64_t> digests() override;
    Evaluation evaluate(Rank rank, const ShardView& samples) override;
    std::vector<float> outputs(Rank rank, std::span<const float> x) override;
    std::vector<float> read_parameters(Rank rank) override;
    std::vector<float> read_optimizer_state(Rank rank) override;
    MemoryUse memory(Rank rank) const override;
    ReadCounts read_counts() const override { return reads_; }

  private:
    struct Replica {
        std::vector<float> parameters, optimizer_state, stash;
        std::vector<float> x, targets;
        std::vector<int> classes;
        std::int64_t samples = 0;
        LayerOutputs outputs;
        double loss = 0;

        ShardView shard() const { return {samples, x, classes, targets}; }
    };

    Replica& replica(Rank rank) { return replicas_.at(static_cast<std::size_t>(rank)); }
    void check_budget(Rank rank) const;
    void scale_part(Rank rank, float factor, const Chunk& part);

    ReplicaConfig config_;
    Placement placement_;
    HostExecutor gradients_;
    std::vector<Replica> replicas_;
    ReadCounts reads_;
};

// Makes HostReplicaSets, for Trainer.
ReplicaSetFactory host_replica_sets();

}  // namespace ringscope
