#pragma once

#include <iosfwd>
#include <map>
#include <vector>

#include "core/train/report.h"

namespace ringscope {

// Collects what `train --dump FILE` writes (docs/formats.md) while a run goes on: the losses, the
// gradients of iteration 0 and the parameters after 1, 2 and 10 updates, read from the devices.
class TrainingDump {
  public:
    // The gradients of the first iteration can only be read while it is watched.
    static Pace pace(const Trainer& trainer, Pace wanted) {
        return trainer.iteration() == 0 ? Pace::watched : wanted;
    }

    // The frame must be the trainer's newest.
    void add(Trainer& trainer, const Frame& frame);

    void write(std::ostream& out, const TrainingTally& tally) const;

  private:
    using Vectors = std::vector<std::vector<float>>;  // [rank]

    std::vector<double> losses_;                  // of the global batch, before each update
    std::map<std::int64_t, Vectors> parameters_;  // by the number of updates
    Vectors local_gradients_;
    std::vector<float> averaged_gradient_;  // the one that rank 0 updated with
};

}  // namespace ringscope
