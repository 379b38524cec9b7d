#pragma once

#include <array>
#include <vector>

#include "core/collective/schedule.h"
#include "core/opencl/lane.h"

namespace ringscope::opencl {

// Transfers between ranks whose buffers one device can reach, many in one launch of
// shaders/transfers.cl. They are collected chunk by chunk; a launch is enqueued when it is full and
// by flush(). One object for one step, or for several in which no chunk depends on another.
class JointTransfers {
  public:
    // vectors: [rank]. base: where the schedule's elements begin in it. References must
    // outlive this.
    JointTransfers(Lane& lane, cl::Kernel& kernel, const std::vector<const LedgerBuffer*>& vectors,
                   const Schedule& schedule, std::int64_t base, int step);

    // Whether the transfers of one chunk fit into one launch.
    static bool fit(const std::vector<Transfer>& transfers);

    // Adds transfers of one chunk, which fit; they are applied in this order.
    void add(int chunk, const std::vector<Transfer>& transfers);
    void flush();

  private:
    static constexpr std::size_t most_chunks = 8, most_transfers = 16;  // a launch, a chunk
    struct ChunkMoves {
        std::int64_t offset = 0, count = 0;
        std::vector<Transfer> transfers;
    };
    std::vector<Rank> ranks_with(const std::vector<Transfer>& transfers) const;
    SixteenBytes bytes_of(const ChunkMoves& chunk) const;

    Lane& lane_;
    cl::Kernel& kernel_;
    const std::vector<const LedgerBuffer*>& vectors_;  // [rank]
    const Schedule& schedule_;
    std::int64_t base_;
    int step_;
    // Of the next launch.
    std::vector<Rank> ranks_;
    std::vector<ChunkMoves> chunks_;
};

// Whether every value that the step's transfers send is still the one from before the step when
// they are applied one after another in any order: no cell is both sent and written. Cells that
// several transfers write keep the listed order.
bool independent(const Step& step);

}  // namespace ringscope::opencl
