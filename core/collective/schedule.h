#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringscope {

// A rank is 0 .. world size - 1.
using Rank = int;

// A run of elements of a bucket: [offset, offset + count). count may be 0.
struct Chunk {
    std::int64_t offset = 0;
    std::int64_t count = 0;

    bool operator==(const Chunk&) const = default;
};

// What the receiver does with the values that arrive.
enum class TransferOp { add, copy };

// One message: rank `from` sends its values of chunk `chunk` to rank `to`.
struct Transfer {
    Rank from = 0;
    Rank to = 0;
    int chunk = 0;
    TransferOp op = TransferOp::add;

    bool operator==(const Transfer&) const = default;
};

enum class CollectivePhase {
    reduce_scatter,  // chunks are added up, each on its way to one owner
    all_gather,      // owners' chunks are copied to everyone
    reduce,          // whole vectors are added up towards one rank
    broadcast,       // one rank's vector is copied to others
    exchange,        // everyone sends to everyone and adds for itself
};

// One round of transfers. They are simultaneous: all values are read as they were before the step.
// Only transfers that meet in one chunk of one receiver are ordered: they apply as listed.
struct Step {
    CollectivePhase phase = CollectivePhase::reduce_scatter;
    int index_in_phase = 0;  // s of the formulas, from 0
    std::vector<Transfer> transfers;
    // The values that meet in a cell, its own among them, are added in the order of their ranks
    // instead: so all ranks that receive the same values get the same bits.
    bool rank_order = false;

    bool operator==(const Step&) const = default;
};

// A collective as plain data: what moves, when, from where to where. The contribution map, the
// executors and the stage all read this and nothing else describes a movement.
struct Schedule {
    std::string algorithm;  // one of algorithm_names()
    std::string ownership;  // "textbook" or "nccl"; empty where the algorithm has no such choice
    int world_size = 1;
    std::int64_t length = 0;    // elements of the bucket
    std::vector<Chunk> chunks;  // cover [0, length) in order
    std::vector<Step> steps;
    // owners[c] is the rank that holds chunk c complete when the reducing phase ends.
    std::vector<Rank> owners;
};

// The first (length mod parts) chunks have one element more. parts >= 1, length >= 0.
std::vector<Chunk> balanced_chunks(std::int64_t length, int parts);

// A schedule without steps in which the whole vector is one chunk, owned by rank 0.
// world_size >= 1, length >= 0.
Schedule whole_vector_schedule(const char* algorithm, int world_size, std::int64_t length);

// "reduce-scatter", "all-gather", ...: the names that files and the command line use.
const char* name(CollectivePhase phase) noexcept;

// Whether the transfers of a phase add; in the others they copy what is complete.
bool reduces(CollectivePhase phase) noexcept;

// Steps of the phase that step `index` of the schedule belongs to.
int steps_in_phase(const Schedule& schedule, CollectivePhase phase) noexcept;

// One line a step, for people and for tests: "step 1: c3 0->1 +=, c0 1->2 +=".
std::string to_text(const Schedule& schedule);

}  // namespace ringscope
