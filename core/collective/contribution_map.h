#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/collective/schedule.h"

namespace ringscope {

// Which ranks have been summed into each (rank, chunk) so far. It starts with every rank holding
// its own values and is advanced step by step. The tests prove schedules with it and the stage
// colours cells with it, so the picture cannot disagree with the proof.
class ContributionMap {
  public:
    explicit ContributionMap(const Schedule& schedule);  // keeps no reference

    // Applies a step. Returns false if some rank would be added a second time into a cell: the
    // schedule is wrong. The map holds the union all the same.
    bool apply(const Step& step);

    // Bit q is set when rank q's values are in the cell. World sizes up to 64.
    std::uint64_t ranks_in(Rank rank, int chunk) const;

    bool complete(Rank rank, int chunk) const;  // every rank is in
    bool complete() const;                      // every cell is complete

    // The map before step number `steps` of the schedule, that is after `steps` steps.
    static ContributionMap after(const Schedule& schedule, std::size_t steps);

  private:
    int world_size_;
    std::size_t chunk_count_;
    std::vector<std::uint64_t> cells_;  // [rank][chunk]
};

// Empty when the schedule is a correct all-reduce: each rank's values are added exactly once
// everywhere, everyone ends complete, and `owners` hold their chunks complete when reducing ends.
// Otherwise the first thing that is wrong, in words.
std::string prove_all_reduce(const Schedule& schedule);

}  // namespace ringscope
