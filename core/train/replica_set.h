#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "core/collective/executor.h"
#include "core/model/mlp_layout.h"
#include "core/train/placement.h"
#include "core/train/span.h"
#include "core/train/spec.h"

namespace ringscope {

// What a rank's memory is used for. Order is the order of bars on screen.
enum class MemoryCategory {
    parameters,
    gradients,
    optimizer_state,
    activations,
    input,
    communication
};
inline constexpr int memory_categories = 6;
const char* name(MemoryCategory category) noexcept;  // "parameters", ..., "optimizer_state", ...

// Bytes by category, indexed by MemoryCategory.
using MemoryUse = std::array<std::int64_t, memory_categories>;
inline std::int64_t total(const MemoryUse& use) {
    return std::accumulate(use.begin(), use.end(), std::int64_t{0});
}

// What one replica needs. Sizes are fixed for the life of a ReplicaSet.
struct ReplicaConfig {
    MlpShape shape;
    OptimizerSpec optimizer;
    std::vector<std::int64_t>
        max_samples;  // [rank]: the largest shard that will be loaded; may be 0
    // [rank], elements: what waits at once in a step of the all-reduce
    // (core/collective/arrivals.h).
    std::vector<std::int64_t> receive_elements;
    std::optional<std::int64_t> memory_budget_bytes;  // a rank; above: Error device_failed "budget"
};

// A rank's part of one batch. Views: the caller keeps the data alive during the call.
struct ShardView {
    std::int64_t samples = 0;
    std::span<const float> x;        // [samples][inputs]
    std::span<const int> classes;    // cross_entropy: [samples]
    std::span<const float> targets;  // mse: [samples][outputs]
};

struct Evaluation {
    double loss_sum = 0;       // sum over samples of the sample's loss (mse: mean over outputs)
    std::int64_t correct = 0;  // cross_entropy only
};

// How often the host read device memory, by what was read. Losses and digests are neither.
struct ReadCounts {
    std::int64_t parameters = 0, gradients = 0, optimizer_state = 0;
};

// N replicas of one MLP, each with its own parameters, gradient, optimizer state, activations,
// input shard and receive buffer. As an Executor its vectors are the gradients. Operations are
// enqueued and only read_*, digests, losses, evaluate, outputs and finish wait. One thread.
// Implemented by HostReplicaSet (the oracle) and by the OpenCL engine.
class ReplicaSet : public Executor {
  public:
    virtual const Placement& placement() const = 0;

    virtual void load_parameters(Rank rank, std::span<const float> values) = 0;
    // [state vector][parameter], state_vectors() of them; all zeros at the start.
    virtual void load_optimizer_state(Rank rank, std::span<const float> values) = 0;
    virtual void load_shard(Rank rank, const ShardView& shard) = 0;

    // For all ranks: outputs and losses of the shard; then the gradient of the mean loss over the
    // rank's own samples into its gradient vector (zeros for an empty shard).
    virtual void forward() = 0;
    virtual void backward() = 0;
    // The backward pass of layers [first, last) alone, the last layers first; the same bits.
    virtual void backward_layers(int first, int last) = 0;

    // While it is on, what the ranks are given need not wait for the all-reduces (run_all) that
    // were run since, and may take place at the same time: it must not touch their elements. What
    // comes after it was switched off waits for them.
    virtual void overlap_all_reduces(bool on) = 0;

    virtual void scale_gradient(Rank rank, float factor) = 0;
    // This part of each rank's gradient times the rank's factor.
    virtual void scale_gradients(std::span<const float> factors, const Chunk& part) = 0;
    // A second gradient vector a rank, allocated (category communication) by the first stash.
    virtual void stash_gradient(Rank rank) = 0;
    virtual void restore_gradient(Rank rank) = 0;

    // All ranks: one optimizer update with the gradient vector as it is. t = 1 for the first.
    virtual void update(std::int64_t t) = 0;

    virtual std::vector<double> losses() = 0;          // [rank]: mean over own samples, 0 if none
    virtual std::vector<std::uint64_t> digests() = 0;  // [rank]: of the parameters
    virtual Evaluation evaluate(Rank rank, const ShardView& samples) = 0;  // any number of samples

    // The last layer's outputs for any number of inputs x [samples][inputs], computed where the
    // rank is from its own parameters and read by the host: [samples][outputs].
    virtual std::vector<float> outputs(Rank rank, std::span<const float> x) = 0;

    virtual std::vector<float> read_parameters(Rank rank) = 0;
    virtual std::vector<float> read_optimizer_state(Rank rank) = 0;
    std::vector<float> read_gradient(Rank rank) {
        std::vector<float> values(static_cast<std::size_t>(length()));
        read(rank, 0, values);
        return values;
    }

    // Measured times of what devices do. begin_spans: forgets those so far and counts seconds from
    // `begin`. next_work: what the following commands are for. spans: of all since begin_spans,
    // when the host has waited for them; none where nothing is measured.
    virtual void begin_spans(std::chrono::steady_clock::time_point) {}
    virtual void next_work(const Work&) {}
    virtual std::vector<WorkSpan> spans() { return {}; }

    virtual MemoryUse memory(Rank rank) const = 0;  // live now
    virtual ReadCounts read_counts() const = 0;
};

}  // namespace ringscope
