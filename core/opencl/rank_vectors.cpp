#include "core/opencl/rank_vectors.h"

#include <algorithm>

#include "core/collective/arrivals.h"

namespace ringscope::opencl {

Lanes open_lanes(const Hardware& hardware) {
    Lanes lanes;
    const auto same = [](const RankHardware& a, const RankHardware& b) {
        return a.device() == b.device() && a.context() == b.context();
    };
    for (std::size_t r = 0; r < hardware.ranks.size(); ++r) {
        std::shared_ptr<Lane> lane;
        for (std::size_t other = 0; other < r && !lane; ++other)
            if (same(hardware.ranks[other], hardware.ranks[r])) lane = lanes[other];
        if (!lane) lane = std::make_shared<Lane>(static_cast<Rank>(r), hardware.ranks[r]);
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

std::vector<Team> teams_of(const Lanes& lanes) {
    std::vector<Team> teams;
    for (Rank r = 0; r < std::ssize(lanes); ++r) {
        Lane* lane = lanes[static_cast<std::size_t>(r)].get();
        const auto team = std::find_if(teams.begin(), teams.end(), [&](const Team& one) {
            return one.lane == lane && one.ranks.size() < most_ranks_a_launch;
        });
        if (team == teams.end())
            teams.push_back({lane, {r}});
        else
            team->ranks.push_back(r);
    }
    return teams;
}

std::shared_ptr<Lane> open_joint_lane(const Hardware& hardware, const Lanes& lanes) {
    if (lanes.size() < 2 || !hardware.joint) return nullptr;
    const bool one_lane = std::all_of(lanes.begin(), lanes.end(),
                                      [&](const auto& lane) { return lane == lanes.front(); });
    return one_lane ? lanes.front() : std::make_shared<Lane>(0, *hardware.joint);
}

std::shared_ptr<Lane> open_lane_beside(const Hardware& hardware, const Lanes& lanes,
                                       const std::shared_ptr<Lane>& joint) {
    return joint && joint == lanes.front() ? std::make_shared<Lane>(0, *hardware.joint) : joint;
}

// One transfer of a step while it is being enqueued.
struct RankVectors::Move {
    Transfer transfer;
    int listed = -1;          // index in the step's transfers; -1: the receiver's own values
    std::int64_t offset = 0;  // in both vectors
    std::int64_t count = 0;
    bool via_host = false;
    bool slotted = false;    // waits in the receive buffer until it is applied
    std::int64_t slot = 0;   // offset in the receive buffer
    std::int64_t bytes = 0;  // as enqueued
    cl::Event was_read;      // the sender's chunk is free again, when slotted within a context
    std::vector<float> staged;

    bool reads(Rank rank, int chunk) const {
        return transfer.from == rank && transfer.chunk == chunk;
    }
    bool writes(Rank rank, int chunk) const {
        return transfer.to == rank && transfer.chunk == chunk;
    }
};

RankVectors::RankVectors(Lanes& lanes, std::shared_ptr<Lane> joint, std::shared_ptr<Lane> beside,
                         MemoryLedger& ledger, MemoryCategory category, std::int64_t length,
                         const std::vector<std::int64_t>& receive_elements)
    : lanes_(lanes),
      joint_(std::move(joint)),
      beside_(std::move(beside)),
      joint_waited_for_(lanes.size()),
      ledger_(ledger),
      length_(length),
      cells_(lanes.size()) {
    // Kernels number elements with 32 bits, as digests do.
    if (length >= 0xffffffff)
        throw Error(ErrorCode::bad_input, "allocate vectors",
                    std::to_string(length) + " elements a rank are not supported",
                    "Up to 4294967294 are");
    // All is allocated before anything is touched: some drivers grant more than there is.
    for (Rank r = 0; r < std::ssize(cells_); ++r) {
        cell(r).vector = ledger.allocate(r, category, length * 4);
        cell(r).receive = ledger.allocate(r, MemoryCategory::communication,
                                          4 * receive_elements.at(static_cast<std::size_t>(r)));
        cell(r).add = lane(r).kernel("add");
        vectors_.push_back(&cell(r).vector);
    }
    for (Rank r = 0; r < std::ssize(cells_); ++r)
        lane(r).clear({"clear vector", r}, cell(r).vector, 0, length);
}

void RankVectors::claim(Rank rank) {
    for (const cl::Event& reader : cell(rank).readers) lane(rank).wait_for(reader);
    cell(rank).readers.clear();
}

void RankVectors::write(Rank rank, std::int64_t offset, std::span<const float> values) {
    expect(offset >= 0 && offset + std::ssize(values) <= length_, "RankVectors::write: in range");
    claim(rank);
    lane(rank).write({"write vector", rank}, cell(rank).vector, offset, values.data(),
                     static_cast<std::int64_t>(values.size_bytes()));
}

void RankVectors::read(Rank rank, std::int64_t offset, std::span<float> values) {
    expect(offset >= 0 && offset + std::ssize(values) <= length_, "RankVectors::read: in range");
    lane(rank).read({"read vector", rank}, {&cell(rank).vector, offset, std::ssize(values)},
                    values.data());
}

std::vector<RankVectors::Move> RankVectors::moves_of(const Schedule& schedule, const Step& step,
                                                     std::int64_t base) const {
    std::vector<Move> moves;
    for (const Arrival& arrival : arrivals(schedule, step)) {
        const Transfer& t = arrival.transfer;
        const Chunk& chunk = schedule.chunks.at(static_cast<std::size_t>(t.chunk));
        Move move;
        move.transfer = t;
        move.listed = arrival.listed;
        move.offset = base + chunk.offset;
        move.count = chunk.count;
        move.via_host = lanes_[static_cast<std::size_t>(t.from)]->context_number() !=
                        lanes_[static_cast<std::size_t>(t.to)]->context_number();
        // A staged value has left the sender before anything of this step is applied: a copy of it
        // needs no slot.
        move.slotted = arrival.slotted && (!move.via_host || t.op != TransferOp::copy);
        move.slot = arrival.slot;
        moves.push_back(std::move(move));
    }
    return moves;
}

void RankVectors::reserve_receive_buffers(const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        if (!move.slotted) continue;
        LedgerBuffer& receive = cell(move.transfer.to).receive;
        const std::int64_t needed = (move.slot + move.count) * 4;
        if (receive.bytes() >= needed) continue;
        receive.release();
        receive = ledger_.allocate(move.transfer.to, MemoryCategory::communication, needed);
    }
}

void RankVectors::read_staged(std::vector<Move>& moves, int step) {
    std::vector<cl::Event> arrivals;
    try {
        for (Move& move : moves) {
            if (!move.via_host || move.count == 0) continue;
            const Rank from = move.transfer.from;
            move.staged.resize(static_cast<std::size_t>(move.count));
            arrivals.push_back(lane(from).read_later({"read chunk to the host", from, step},
                                                     {&cell(from).vector, move.offset, move.count},
                                                     move.staged.data()));
        }
        for (const Move& move : moves)
            if (move.via_host) {
                const Operation operation{"wait for a chunk", move.transfer.from, step};
                lane(move.transfer.from).finish(operation);
            }
    } catch (...) {
        // What was enqueued writes to memory that is about to go.
        for (const cl::Event& arrival : arrivals) clWaitForEvents(1, &arrival());
        throw;
    }
}

// Brings the sender's values into the receive buffer.
void RankVectors::receive(Move& move, const std::vector<cl::Event>& tails, int step) {
    if (!move.slotted || move.count == 0) return;
    const auto [from, to, chunk, op] = move.transfer;
    const RankCell& target = cell(to);
    if (move.via_host) {
        move.bytes = lane(to).write({"write chunk from the host", to, step}, target.receive,
                                    move.slot, move.staged.data(), move.count * 4);
        return;
    }
    lane(to).wait_for(tails[static_cast<std::size_t>(from)]);
    move.bytes = lane(to).copy({"receive", to, step}, {&cell(from).vector, move.offset, move.count},
                               target.receive, move.slot);
    move.was_read = lane(to).last();
}

// Writes the receiver's chunk, once all who were to read its old values have done so.
void RankVectors::apply(Move& move, const std::vector<Move>& all,
                        const std::vector<cl::Event>& tails, int step) {
    if (move.count == 0) return;
    const auto [from, to, chunk, op] = move.transfer;
    RankCell& target = cell(to);
    claim(to);
    for (const Move& other : all)
        if (other.reads(to, chunk)) lane(to).wait_for(other.was_read);
    if (op == TransferOp::add) {
        lane(to).launch({"add", to, step}, target.add, move.count, target.vector, move.offset,
                        target.receive, move.slot, move.count);
    } else if (move.slotted) {
        lane(to).copy({"store", to, step}, {&target.receive, move.slot, move.count}, target.vector,
                      move.offset);
    } else if (move.via_host) {
        move.bytes = lane(to).write({"write chunk from the host", to, step}, target.vector,
                                    move.offset, move.staged.data(), move.count * 4);
    } else {
        lane(to).wait_for(tails[static_cast<std::size_t>(from)]);
        move.bytes =
            lane(to).copy({"copy", to, step}, {&cell(from).vector, move.offset, move.count},
                          target.vector, move.offset);
        move.was_read = lane(to).last();
    }
}

template <class Enqueue>
void RankVectors::run_jointly(Enqueue&& enqueue) {
    JointLane& joint = running_beside_ ? beside_ : joint_;
    for (Rank r = 0; r < std::ssize(cells_); ++r) {
        Lane& own = lane(r);
        if (&own == joint.lane.get()) continue;
        cl::Event& seen = joint_waited_for_[static_cast<std::size_t>(r)];
        if (own.last()() != seen()) {
            joint.lane->wait_for(own.last());
            // Else what overlaps could not begin.
            if (running_beside_) own.flush({"submit gradients", r});
        }
        seen = own.last();
        if (running_beside_) continue;
        cell(r).readers.clear();  // their lanes' last commands are waited for
        own.follow(*joint.lane);
    }
    std::forward<Enqueue>(enqueue)(joint);
    joint.lane->flush({"submit transfers"});
}

void RankVectors::log_to(CommandLog* log) {
    for (const JointLane* joint : {&joint_, &beside_})
        if (joint->lane) joint->lane->log_to(log);
}

void RankVectors::overlap(bool on) {
    if (overlap_ && !on && beside_.lane)
        for (const auto& lane : lanes_) lane->follow(*beside_.lane);
    overlap_ = on;
}

namespace {

std::vector<std::vector<Transfer>> by_chunk(std::size_t chunks, const Step& step,
                                            std::vector<std::vector<Transfer>> so_far = {}) {
    so_far.resize(chunks);
    for (const Transfer& t : step.transfers)
        so_far.at(static_cast<std::size_t>(t.chunk)).push_back(t);
    return so_far;
}

// Bytes are those of the launches that were enqueued.
void report_joint(const Schedule& schedule, const Step& step,
                  std::vector<TransferReport>& reports) {
    for (const Transfer& t : step.transfers)
        reports.push_back(
            {t, 4 * schedule.chunks[static_cast<std::size_t>(t.chunk)].count, Route::device});
}

}  // namespace

std::vector<TransferReport> RankVectors::run_step_jointly(const Schedule& schedule,
                                                          const Step& step, std::int64_t base) {
    run_jointly([&](JointLane& joint) {
        JointTransfers transfers(*joint.lane, joint.transfers, vectors_, schedule, base,
                                 step.index_in_phase);
        const auto chunks = by_chunk(schedule.chunks.size(), step);
        for (int c = 0; c < std::ssize(chunks); ++c) {
            const std::vector<Transfer>& all = chunks[static_cast<std::size_t>(c)];
            if (JointTransfers::fit(all)) {
                if (!all.empty()) transfers.add(c, all);
                continue;
            }
            // One after another, since they may meet in a cell.
            std::vector<Transfer> part;
            for (const Transfer& t : all) {
                part.push_back(t);
                if (JointTransfers::fit(part)) continue;
                part.pop_back();
                transfers.flush();
                transfers.add(c, part);
                part = {t};
            }
            transfers.flush();
            transfers.add(c, part);
            transfers.flush();
        }
        transfers.flush();
    });
    std::vector<TransferReport> reports;
    report_joint(schedule, step, reports);
    return reports;
}

std::vector<TransferReport> RankVectors::run_all(const Schedule& schedule, std::int64_t base) {
    expect(base >= 0 && base + schedule.length <= length_, "RankVectors::run: bucket in vector");
    std::vector<TransferReport> reports;
    std::vector<std::vector<Transfer>> chunks(schedule.chunks.size());
    for (const Step& step : schedule.steps)
        chunks = by_chunk(schedule.chunks.size(), step, std::move(chunks));
    const bool joint =
        joint_.lane && std::all_of(schedule.steps.begin(), schedule.steps.end(),
                                   [&](const Step& step) { return joint_suits(step); });
    running_beside_ = overlap_ && joint;
    if (!joint || !std::all_of(chunks.begin(), chunks.end(), JointTransfers::fit)) {
        for (const Step& step : schedule.steps)
            for (const TransferReport& report : run(schedule, step, base))
                reports.push_back(report);
        running_beside_ = false;
        return reports;
    }
    run_jointly([&](JointLane& joint_lane) {
        JointTransfers transfers(*joint_lane.lane, joint_lane.transfers, vectors_, schedule, base,
                                 0);
        for (int c = 0; c < std::ssize(chunks); ++c)
            transfers.add(c, chunks[static_cast<std::size_t>(c)]);
        transfers.flush();
    });
    running_beside_ = false;
    for (const Step& step : schedule.steps) report_joint(schedule, step, reports);
    return reports;
}

std::vector<TransferReport> RankVectors::run(const Schedule& schedule, const Step& step,
                                             std::int64_t base) {
    expect(base >= 0 && base + schedule.length <= length_, "RankVectors::run: bucket in vector");
    if (joint_suits(step)) return run_step_jointly(schedule, step, base);
    std::vector<Move> moves = moves_of(schedule, step, base);
    reserve_receive_buffers(moves);
    std::vector<cl::Event> tails;  // [rank]: everything before this step
    for (const auto& lane : lanes_) tails.push_back(lane->last());

    read_staged(moves, step.index_in_phase);
    for (Move& move : moves) receive(move, tails, step.index_in_phase);
    for (Move& move : moves) apply(move, moves, tails, step.index_in_phase);

    std::vector<TransferReport> reports(step.transfers.size());
    for (const Move& move : moves) {
        if (move.was_read()) cell(move.transfer.from).readers.push_back(move.was_read);
        if (move.listed < 0) continue;
        const auto listed = static_cast<std::size_t>(move.listed);
        reports[listed] = {step.transfers[listed], move.bytes,
                           move.via_host ? Route::via_host : Route::device};
    }
    // An event that another queue waits for must have been submitted.
    for (const auto& lane : lanes_) lane->flush({"submit step", lane->rank(), step.index_in_phase});
    return reports;
}

void RankVectors::finish() {
    if (beside_.lane) beside_.lane->finish({"finish"});
    const Lane* done = beside_.lane.get();
    for (const auto& lane : lanes_) {
        if (lane.get() != done) lane->finish({"finish", lane->rank()});
        done = lane.get();
    }
    for (RankCell& one : cells_) one.readers.clear();
}

}  // namespace ringscope::opencl
