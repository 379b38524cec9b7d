#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/collective/executor.h"
#include "core/train/replica_set.h"

namespace ringscope {

// What had just happened when the frame was taken. Order is the order of the timeline.
enum class FramePhase {
    start,           // before anything: parameters or typed-in vectors are loaded
    shard,           // the batch was split and loaded
    forward,         // outputs and losses
    backward,        // local gradients
    weight,          // average=before: each local gradient was multiplied by n_r / B
    reduce_scatter,  // one step of the all-reduce; these five are the schedule's phases
    all_gather,
    reduce,
    broadcast,
    exchange,
    divide,     // average=after: the sum was divided by N
    update,     // optimizer
    equality,   // digests were compared; ends the iteration
    iteration,  // free run: the whole iteration in one frame
};
const char* name(FramePhase phase) noexcept;  // "reduce-scatter", ... for files; not for the screen
// The phase of the frames that a schedule's steps give, and whether a phase is one of those.
FramePhase frame_phase(CollectivePhase phase) noexcept;
bool moves_chunks(FramePhase phase) noexcept;

// Up to this many elements a rank a vector is kept whole in frames and checkpointed every
// iteration.
inline constexpr std::int64_t whole_limit = 4096;

// One run of elements in short. NaN elements are counted and left out of min, max, mean and norm.
struct Summary {
    std::int64_t count = 0;
    std::int64_t nan_count = 0;
    std::uint64_t digest = 0;  // digest(values, offset in the rank's vector)
    float min = 0, max = 0;
    double mean = 0, norm = 0;  // norm: square root of the sum of squares
    std::vector<float> first;   // up to 8 elements

    bool operator==(const Summary&) const = default;
};
Summary summarize(std::span<const float> values, std::uint64_t first_index);

// A rank's vector at one moment. Immutable and shared between frames in which it did not change.
struct VectorRecord {
    std::int64_t length = 0;
    std::vector<float> whole;       // all elements, or empty above whole_limit
    Summary summary;                // of the whole vector
    std::vector<Summary> by_chunk;  // above whole_limit: of each chunk of `bucket`
};
using VectorPtr = std::shared_ptr<const VectorRecord>;

// One transfer that took place in the frame's step.
struct TransferRecord {
    TransferReport report;
    Chunk chunk;                // extent within the bucket
    VectorPtr sent;             // the values as they left the sender; length = chunk.count
    VectorPtr receiver_before;  // the receiver's values of that chunk before they arrived
};

// Records a transfer from the two ranks' vectors as they were before the step. base is the bucket's
// offset in the vectors. For vectors that are not kept whole `sent` and `receiver_before` are the
// chunks' summaries.
TransferRecord record_transfer(const TransferReport& report, const Chunk& chunk, std::int64_t base,
                               const VectorRecord& sender, const VectorRecord& receiver);

struct RankRecord {
    VectorPtr
        gradient;  // null where nothing meaningful is in it (start, shard, forward of training)
    VectorPtr parameters;         // null in collective runs
    std::uint64_t digest = 0;     // of the parameters; valid in start, equality, iteration
    std::optional<double> loss;   // mean over own samples, from forward on
    std::int64_t samples = 0;     // in the rank's shard of this batch
    std::int64_t bytes_sent = 0;  // in this iteration so far
    MemoryUse memory{};           // live bytes by category
};

// An immutable record of what happened between the frame before and this one. The window, exports,
// trace files, the command line and the tests read frames and nothing else.
struct Frame {
    std::int64_t iteration = 0;  // optimizer updates that were complete before this iteration
    FramePhase phase = FramePhase::start;
    int bucket = 0;  // number of the bucket the step works on
    int step = 0;    // s in the phase, from 0; 0 elsewhere
    int steps_in_phase = 1;
    int schedule_step = -1;  // index into RunInfo::buckets[bucket].schedule.steps; -1 elsewhere
    std::vector<RankRecord> ranks;
    std::vector<TransferRecord> transfers;  // only where moves_chunks(phase)
    std::optional<double> loss;  // of the global batch, before the update; from forward on
    std::optional<bool>
        identical;  // parameters of all ranks are the same bits; equality, iteration, start
    std::int64_t first_sample =
        0;  // the batch: [first_sample, first_sample + batch) of the (shuffled) order
    std::int64_t batch = 0;
    double seconds = 0;                      // wall time of what the frame records, monotonic clock
    std::vector<WorkSpan> spans;             // when devices did it, as far as that was measured
    std::vector<std::string> active_faults;  // in words: "scale-gradient on rank 3 (factor 50)"
    bool executed_again = false;  // made on demand from a checkpoint, checked against the digests
};
using FramePtr = std::shared_ptr<const Frame>;

// What one all-reduce call carries: elements [offset, offset + schedule.length) of the vector.
struct Bucket {
    std::int64_t offset = 0;
    Schedule schedule;
};

// Records a vector: whole, or in summaries by the bucket's chunks above whole_limit.
VectorPtr record_vector(std::vector<float> values, const Bucket& bucket);

enum class RunKind { collective, train };
const char* name(RunKind kind) noexcept;  // "collective", "train"

// What does not change during a run: the head of a recording.
struct RunInfo {
    RunKind kind = RunKind::collective;
    std::string title;
    std::string session_json;  // the session envelope that this run came from, as JSON text
    int world_size = 1;
    std::int64_t length = 0;  // elements of a rank's vector
    std::vector<Bucket> buckets;
    Placement placement;
    std::optional<MlpShape> shape;  // training only
    std::optional<OptimizerSpec> optimizer;
    std::int64_t planned_iterations = 1;
    std::optional<std::int64_t> memory_budget_bytes;
    std::string program_version;
};

// Everything from which iteration `iteration` can be executed (again).
struct Checkpoint {
    std::int64_t iteration = 0;
    // [rank]; ranks with equal bits share one vector.
    std::vector<std::shared_ptr<const std::vector<float>>> parameters, optimizer_state;
    std::vector<std::uint64_t> digests;  // [rank]: of the parameters
    std::string faults_json;             // switches at that moment, as in the spec
    std::string extra_json;       // what faults need from the iteration before (stale values)
    bool executed_again = false;  // made on demand from the checkpoint before, digests checked
};
using CheckpointPtr = std::shared_ptr<const Checkpoint>;

}  // namespace ringscope
