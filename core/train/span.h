#pragma once

#include <cstdint>

namespace ringscope {

// What a command that a device ran was for. Order is the order in an iteration.
enum class WorkKind {
    shard,       // the batch is sent to the device
    forward,     //
    backward,    // of some layers, or what a fault does to the local gradient
    weight,      // before the all-reduce, of one bucket or of the whole gradient
    all_reduce,  // of one bucket: all steps, or one
    divide,      //
    update,      //
    equality,    // digests, and what the host reads of an iteration
};
inline constexpr int work_kinds = 8;
const char* name(WorkKind kind) noexcept;  // "all-reduce", ...

struct Work {
    WorkKind kind = WorkKind::shard;
    int first_layer = -1, last_layer = -1;  // layers [first, last) of a backward pass; -1 elsewhere
    int bucket = -1;                        // of an all-reduce and what is done for it alone
    int step = -1;                          // index into the bucket's schedule.steps; -1: all

    bool operator==(const Work&) const = default;
};

// Measured start and end of commands on a device, in seconds from the beginning of the frame. One
// after another for the same work and the same ranks are one span, from the first's start to the
// last's end.
struct WorkSpan {
    Work work;
    std::uint64_t ranks = 0;  // bit r: it worked for rank r; several where they are served together
    double begin = 0, end = 0;

    bool operator==(const WorkSpan&) const = default;
};

}  // namespace ringscope
