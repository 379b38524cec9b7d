#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/train/replica_set.h"

namespace ringscope {

// What stale-chunk faults need: the values that a transfer of the first bucket's all-reduce would
// have delivered in the iteration before. They are read from the sender by the host, which is why
// only transfers that a fault names are kept.
class StaleValues {
  public:
    // Before a step: keeps what its senders hold in the chunks that the switches name, for the next
    // iteration, and puts the values of the iteration before in their place where a fault is active
    // in this one and there are such values. A switch that is moved during an iteration is not
    // among its active faults yet. after_step puts the senders' own values back.
    void before_step(ReplicaSet& replicas, const std::vector<Fault>& switches,
                     const std::vector<Fault>& active_faults, const Schedule& schedule,
                     std::int64_t base, int step, std::int64_t iteration);
    void after_step(ReplicaSet& replicas);

    // Values of iteration - 1 are there, so that the fault really delivers them.
    bool known(const Fault& fault, const Schedule& schedule, std::int64_t iteration) const;

    // For checkpoints: values as the bit patterns of float32, so that NaN and -0 survive.
    std::string to_json() const;
    // "" and "{}" hold nothing. Throws Error bad_input on any other text than to_json's.
    void restore(const std::string& text, const Schedule& schedule);

  private:
    struct Kept {
        std::int64_t iteration = 0;
        std::vector<float> values;
    };
    struct Replaced {
        Rank rank = 0;
        std::int64_t offset = 0;
        std::vector<float> values;
    };

    std::map<std::tuple<int, int, Rank>, Kept> kept_;  // by (step, chunk, sender)
    std::vector<Replaced> replaced_;
};

}  // namespace ringscope
