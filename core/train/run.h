#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

enum class Pace {
    watched,  // every phase and every step is a frame, read back from the devices
    free,     // a whole iteration is one summary frame; no parameter or gradient is read
};

// Something that can be advanced frame by frame: a training run or a single collective.
// Synchronous, knows no threads, belongs to the thread that made it. Throws Error.
class Run {
  public:
    virtual ~Run() = default;

    virtual const RunInfo& info() const = 0;

    // The next frame. The first call gives the `start` frame at either pace. With Pace::free in the
    // middle of a watched iteration, the rest of that iteration is run and summarised.
    virtual FramePtr advance(Pace pace) = 0;

    // No frame is left: the planned iterations are done (or the collective is complete).
    virtual bool finished() const = 0;

    // True between iterations: before the first and after each `equality` / `iteration` frame.
    virtual bool at_iteration_boundary() const = 0;

    // Only at an iteration boundary. checkpoint reads the devices; restore makes the next advance
    // execute iteration checkpoint.iteration with the same bits as the first time.
    virtual CheckpointPtr checkpoint() = 0;
    virtual void restore(const Checkpoint& checkpoint) = 0;

    // What the replica of a rank makes of inputs x [samples][inputs]: its last layer's outputs,
    // computed where it is (ReplicaSet::outputs). A look from outside, which changes nothing; a
    // collective has no model and gives nothing. updates: how many its parameters have had.
    virtual std::vector<float> outputs(Rank, std::span<const float>) { return {}; }
    virtual std::int64_t updates() const { return 0; }

    // Fault switches. A collective has none; see Trainer::set_faults.
    virtual std::vector<Fault> faults() const { return {}; }
    // By value: overriders keep it. NOLINTNEXTLINE(performance-unnecessary-value-param)
    virtual void set_faults(std::vector<Fault>) {}
};

// Makes the ReplicaSet of a run once its sizes are known; given by whoever knows the devices.
using ReplicaSetFactory =
    std::function<std::unique_ptr<ReplicaSet>(int world_size, const ReplicaConfig&)>;
// The same for a bare collective on vectors of `length` elements; receive_elements is a size a rank
// (core/collective/arrivals.h).
struct PlacedExecutor {
    std::unique_ptr<Executor> executor;
    Placement placement;
};
using ExecutorFactory = std::function<PlacedExecutor(
    int world_size, std::int64_t length, const std::vector<std::int64_t>& receive_elements)>;

}  // namespace ringscope
