#pragma once

#include <cstdint>
#include <memory>

#include "core/trace/recording.h"
#include "core/trace/ringtrace_file.h"
#include "core/train/run.h"

namespace ringscope {

// How often a checkpoint is taken: before iterations that are a multiple of the distance.
struct CheckpointPolicy {
    std::int64_t distance = 1;  // iterations, >= 1

    // Every iteration for vectors of up to whole_limit elements, every `above` iterations
    // otherwise.
    static CheckpointPolicy for_run(const RunInfo& info, std::int64_t above = 10);
};

// Keeps all the frames of a run, and the checkpoints from which iterations can be executed again.
// A checkpoint reads parameters and optimizer state from the devices. That happens between
// iterations only, never inside one, and checkpoints_taken() says how often; a run that is advanced
// without a recorder is never read (docs/adr/0004-checkpoints.md).
// Belongs to the thread of its run; the recording may be read on any thread.
class Recorder {
  public:
    // Goes on with `recording`: a new one, or one whose last iteration is the one before the run's.
    Recorder(std::shared_ptr<Recording> recording, CheckpointPolicy policy);
    // A new recording of this run.
    explicit Recorder(const Run& run);

    const std::shared_ptr<Recording>& recording() const { return recording_; }

    // Writes what the recording holds, then everything that follows, to a file; null stops that.
    void write_to(std::shared_ptr<RingtraceWriter> writer);

    // The run's next frame, kept. Takes a checkpoint first where an iteration begins and the
    // policy, or demand_checkpoint, asks for one.
    FramePtr advance(Run& run, Pace pace);

    // The next iteration begins with a checkpoint whatever the policy says. Needed when something
    // changed that execution again must know, as fault switches do.
    void demand_checkpoint() { demanded_ = true; }

    // Takes a checkpoint now if the run stands between iterations, so that it can go on from here.
    void finish(Run& run);

    std::int64_t checkpoints_taken() const { return checkpoints_taken_; }

  private:
    void take_checkpoint(Run& run);

    std::shared_ptr<Recording> recording_;
    CheckpointPolicy policy_;
    std::shared_ptr<RingtraceWriter> writer_;
    bool demanded_ = false;
    std::int64_t checkpoints_taken_ = 0;
};

}  // namespace ringscope
