#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/recording.h"

namespace ringscope {

// The parameters of all ranks at one moment, as the recording kept them.
struct ReplicaValues {
    std::vector<std::span<const float>> ranks;
    FramePtr frame;  // one of these two owns the values
    CheckpointPtr checkpoint;
};

// After the update of an iteration: from its last frame, or from the checkpoint that the iteration
// after it began with. None where neither was kept (see whole_limit), or not yet.
std::optional<ReplicaValues> replicas_after(const Recording& recording, std::int64_t iteration);
// At a frame that has parameters.
std::optional<ReplicaValues> replicas_in(const FramePtr& frame);

// How far the replicas of a run are apart after each iteration: the largest |difference| between
// any two of them. Follows a recording as it grows; each iteration is looked at once.
class DivergenceHistory {
  public:
    // A recording other than the one before begins anew.
    void follow(const std::shared_ptr<const Recording>& recording);

    // [iteration], of those that are complete. 0: the same bits; infinity: NaN on some ranks only;
    // none: they differ, but their values were not kept.
    const std::vector<std::optional<double>>& after() const { return after_; }

  private:
    std::weak_ptr<const Recording> recording_;
    std::vector<std::optional<double>> after_;
    std::size_t settled_ = 0;  // iterations whose entry will not change any more
};

}  // namespace ringscope
