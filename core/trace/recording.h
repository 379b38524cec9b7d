#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/trace/frame.h"
#include "core/trace/prefix_counts.h"

namespace ringscope {

// A place in a recording: a frame of an iteration. The start frame is frame 0 of iteration 0.
struct Position {
    std::int64_t iteration = 0;
    std::int64_t frame = 0;  // within the iteration

    auto operator<=>(const Position&) const = default;
};

// All frames and checkpoints of one run, in order: append-only, shared by the engine's thread,
// which appends, and by readers on other threads. Every member may be called from any thread. Each
// takes O(1) or O(log n) for n iterations, unless noted.
class Recording {
  public:
    explicit Recording(RunInfo info) : info_(std::move(info)) {}

    const RunInfo& info() const { return info_; }

    // The frame's iteration is that of the frame before it, or the one after it; the first frame is
    // of iteration 0.
    void append(FramePtr frame);
    // In any order; a second checkpoint of an iteration takes the place of the first.
    void append(CheckpointPtr checkpoint);

    // Gives the frames of a free-run iteration that was executed again; they take the place of its
    // summary frame and of what was watched of it, but for the start frame. Each must carry
    // executed_again. Does nothing when the iteration is not only_summary any more.
    void expand(std::int64_t iteration, std::vector<FramePtr> frames);

    std::int64_t iterations() const;                       // that have at least one frame
    std::int64_t frames_in(std::int64_t iteration) const;  // 0 when there is no such iteration
    std::int64_t frame_count() const;                      // of all iterations
    FramePtr frame(Position position) const;               // null when there is none
    std::vector<FramePtr> frames(std::int64_t iteration) const;  // O(frames)
    // Its last frame: loss, digests, bytes, memory. The free-run frame where there was one, also
    // after expand. Null when there is no such iteration.
    FramePtr summary(std::int64_t iteration) const;
    std::optional<Position> last() const;  // empty recording: none
    std::optional<Position> next(Position position) const;
    std::optional<Position> previous(Position position) const;
    Position at(std::int64_t frame_number) const;     // counted over all iterations, clamped
    std::int64_t number_of(Position position) const;  // the reverse; clamped too

    // True when the iteration has only its summary and could be expanded by executing it again.
    bool only_summary(std::int64_t iteration) const;

    // The newest checkpoint at or before the iteration; null when there is none.
    CheckpointPtr checkpoint_before(std::int64_t iteration) const;
    std::vector<CheckpointPtr> checkpoints() const;  // O(checkpoints)

  private:
    struct Iteration {
        std::vector<FramePtr> frames;
        FramePtr summary;  // the free-run frame, kept when the iteration was expanded
    };

    // With mutex_ held:
    const Iteration* find(std::int64_t iteration) const;
    static bool summary_only(const Iteration& iteration);

    RunInfo info_;
    mutable std::mutex mutex_;
    std::vector<Iteration> iterations_;       // none is without frames
    PrefixCounts counts_;                     // frames of each iteration
    std::vector<CheckpointPtr> checkpoints_;  // by iteration, ascending
};

}  // namespace ringscope
