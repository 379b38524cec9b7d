#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/collective/executor.h"
#include "core/opencl/joint_transfers.h"
#include "core/opencl/lane.h"
#include "core/opencl/memory_ledger.h"

namespace ringscope::opencl {

using Lanes = std::vector<std::shared_ptr<Lane>>;  // [rank]; ranks on one device have one lane
Lanes open_lanes(const Hardware& hardware);

// Ranks of one lane whose work is launched together, in order; at most most_ranks_a_launch.
struct Team {
    Lane* lane = nullptr;
    std::vector<Rank> ranks;

    std::uint64_t bits() const {  // bit r: rank r is one of them
        std::uint64_t bits = 0;
        for (const Rank r : ranks) bits |= std::uint64_t{1} << r;
        return bits;
    }
    // One of each rank's buffers.
    template <class BufferOf>
    Each each(BufferOf&& buffer_of) const {
        Each buffers{};
        for (std::size_t k = 0; k < ranks.size(); ++k) buffers[k] = &buffer_of(ranks[k]);
        return buffers;
    }
};
std::vector<Team> teams_of(const Lanes& lanes);

// The lane that moves and adds for all ranks at once: the ranks' own if they share one, else one of
// the whole device that they are parts of. Null when they are not on one device of one context.
std::shared_ptr<Lane> open_joint_lane(const Hardware& hardware, const Lanes& lanes);
// The lane for what may overlap with the ranks' own work: `joint`, unless that is one of theirs.
std::shared_ptr<Lane> open_lane_beside(const Hardware& hardware, const Lanes& lanes,
                                       const std::shared_ptr<Lane>& joint);

// One float32 vector a rank in its own buffer, and the steps of schedules on them.
//
// Where one device reaches all ranks' buffers, its joint lane runs a step as one launch, or a whole
// schedule: see joint_transfers.h. It waits for what the ranks' lanes were given before, and they
// wait for it: at once, or when the overlap ends.
//
// Else, and for steps that send a cell and write it, a transfer is work of the receiver's lane.
// `add`: the sender's chunk is copied into the receiver's receive buffer, then a kernel adds it.
// `copy`: it is copied to its place directly, or by way of the receive buffer if the cell it comes
// from is written in the same step. Between contexts the host reads the chunk from the sender and
// writes it to the same places.
//
//   sender's lane      ...work... --tail--+
//   receiver's lane    ...work...         +--> copy to receive buffer --> add to own chunk
//   next writer of the sender's chunk  <--- waits for that copy (readers)
//
// The host never waits except where a transfer is staged through it. One thread.
class RankVectors {
  public:
    // Vectors of zeros of `length` floats in `category`; for each rank a receive buffer
    // (communication) of receive_elements[rank] floats. References must outlive this.
    RankVectors(Lanes& lanes, std::shared_ptr<Lane> joint, std::shared_ptr<Lane> beside,
                MemoryLedger& ledger, MemoryCategory category, std::int64_t length,
                const std::vector<std::int64_t>& receive_elements);

    std::int64_t length() const noexcept { return length_; }
    const LedgerBuffer& buffer(Rank rank) const { return cell(rank).vector; }

    // To be called before a lane's command that writes its own vector: makes the lane's next
    // command wait until all other lanes have read what they were to read from it.
    void claim(Rank rank);

    void write(Rank rank, std::int64_t offset, std::span<const float> values);
    void read(Rank rank, std::int64_t offset, std::span<float> values);

    // As Executor::run. A step may need more than receive_elements (several transfers to one rank
    // at once): the receive buffer then grows, in the ledger like everything.
    std::vector<TransferReport> run(const Schedule& schedule, const Step& step, std::int64_t base);
    // As ReplicaSet::overlap_all_reduces. Schedules that cannot be run on the joint lane do not
    // overlap.
    void overlap(bool on);
    // For the lanes that are not the ranks' own.
    void log_to(CommandLog* log);
    // As Executor::run_all.
    std::vector<TransferReport> run_all(const Schedule& schedule, std::int64_t base);
    void finish();

  private:
    struct RankCell {
        LedgerBuffer vector, receive;
        std::vector<cl::Event> readers;  // other lanes' commands that read `vector` since its claim
        cl::Kernel add;
    };
    struct Move;
    struct JointLane {
        explicit JointLane(std::shared_ptr<Lane> of) : lane(std::move(of)) {
            if (lane) transfers = lane->kernel("transfers");
        }
        std::shared_ptr<Lane> lane;
        cl::Kernel transfers;
    };

    RankCell& cell(Rank rank) { return cells_.at(static_cast<std::size_t>(rank)); }
    const RankCell& cell(Rank rank) const { return cells_.at(static_cast<std::size_t>(rank)); }
    Lane& lane(Rank rank) { return *lanes_.at(static_cast<std::size_t>(rank)); }

    bool joint_suits(const Step& step) const { return joint_.lane && independent(step); }
    // Calls enqueue(joint lane), which waits for all ranks before; they wait for it afterwards.
    template <class Enqueue>
    void run_jointly(Enqueue&& enqueue);
    std::vector<TransferReport> run_step_jointly(const Schedule& schedule, const Step& step,
                                                 std::int64_t base);

    std::vector<Move> moves_of(const Schedule& schedule, const Step& step, std::int64_t base) const;
    void reserve_receive_buffers(const std::vector<Move>& moves);
    void read_staged(std::vector<Move>& moves, int step);
    void receive(Move& move, const std::vector<cl::Event>& tails, int step);
    void apply(Move& move, const std::vector<Move>& all, const std::vector<cl::Event>& tails,
               int step);

    Lanes& lanes_;
    JointLane joint_;
    JointLane beside_;  // runs what overlaps; the same, unless that is a rank's own
    bool overlap_ = false;
    bool running_beside_ = false;              // the schedule that is being enqueued
    std::vector<cl::Event> joint_waited_for_;  // [rank]: the last command before the joint lane's
    MemoryLedger& ledger_;
    std::int64_t length_;
    std::vector<RankCell> cells_;
    std::vector<const LedgerBuffer*> vectors_;  // [rank]
};

}  // namespace ringscope::opencl
