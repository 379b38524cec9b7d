#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

// A place in a recording: a frame of an iteration. The start frame is frame 0 of iteration 0.
struct Position {
    std::int64_t iteration = 0;
    std::int64_t frame = 0;  // within the iteration

    auto operator<=>(const Position&) const = default;
};

// All frames and checkpoints of one run, in order: append-only, shared by the engine's thread, which
// appends, and by readers on other threads. Every member may be called from any thread.
class Recording {
  public:
    explicit Recording(RunInfo info) : info_(std::move(info)) {}

    const RunInfo& info() const { return info_; }

    void append(FramePtr frame);
    void append(CheckpointPtr checkpoint);

    // Gives the frames of a free-run iteration that was executed again; they take the place of its
    // one summary frame. Each must carry executed_again.
    void expand(std::int64_t iteration, std::vector<FramePtr> frames);

    std::int64_t iterations() const;                      // that have at least one frame
    std::int64_t frames_in(std::int64_t iteration) const;
    std::int64_t frame_count() const;                     // of all iterations
    FramePtr frame(Position position) const;              // null when there is none
    FramePtr summary(std::int64_t iteration) const;       // its last frame: loss, digests, bytes, memory
    std::optional<Position> last() const;                 // empty recording: none
    std::optional<Position> next(Position position) const;
    std::optional<Position> previous(Position position) const;
    Position at(std::int64_t frame_number) const;         // counted over all iterations, clamped
    std::int64_t number_of(Position position) const;      // the reverse

    // True when the iteration has only its summary and could be expanded by executing it again.
    bool only_summary(std::int64_t iteration) const;

    // The newest checkpoint at or before the iteration; null when there is none.
    CheckpointPtr checkpoint_before(std::int64_t iteration) const;
    std::vector<CheckpointPtr> checkpoints() const;

  private:
    struct Iteration {
        std::vector<FramePtr> frames;
        FramePtr summary;  // the free-run frame, kept when the iteration was expanded
    };

    RunInfo info_;
    mutable std::mutex mutex_;
    std::vector<Iteration> iterations_;
    std::vector<CheckpointPtr> checkpoints_;  // by iteration, ascending
};

}  // namespace ringscope
