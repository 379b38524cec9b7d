#pragma once

#include <cstdint>
#include <memory>

#include "core/support/progress.h"
#include "core/trace/recording.h"
#include "core/train/run.h"

namespace ringscope {

// A recorded iteration executed again from the checkpoint before it. `run` is any run made from the
// recording's session; whatever it did before is given up. What is executed again is checked
// against the recorded digests of every iteration on the way. Throws Error bad_input when there is
// no checkpoint or the digests differ, and whatever the run throws.

// Brings the run to just before the iteration, in [0, recording.iterations()]: the next advance
// executes it with the same bits as the first time.
void restore_before(Run& run, const Recording& recording, std::int64_t iteration,
                    const Progress& progress = {});

// Gives an iteration that has only its summary all its frames, each marked executed_again; the run
// ends after that iteration. Does nothing when the frames are there.
void execute_again(Run& run, Recording& recording, std::int64_t iteration,
                   const Progress& progress = {});

// Gives the recording the replicas after an iteration, as a checkpoint marked executed_again, so
// that they can be compared element by element; the run stands there then. Does nothing when they
// are there.
void keep_replicas(Run& run, Recording& recording, std::int64_t iteration,
                   const Progress& progress = {});

// A recording that shares the history before the iteration, in [0, recording.iterations()], and
// ends there: after restore_before with a run, a Recorder goes on with it, and the old one stays as
// it is.
std::shared_ptr<Recording> fork(const Recording& recording, std::int64_t iteration);

}  // namespace ringscope
