#pragma once

#include <memory>
#include <optional>

#include "core/trace/recording.h"

namespace ringscope {

// A position over a recording, and the ways to move it. Live is replay pinned to the newest frame:
// a cursor that shows the newest frame is pinned and follows as frames are appended; moving it back
// frees it. The recording may grow, on any thread, at any time; a cursor belongs to one thread.
//
// The moves say whether they moved. Those that go forward do not move when the recording has no
// such place yet: a live player then asks its engine for the next frame.
class ReplayCursor {
  public:
    explicit ReplayCursor(std::shared_ptr<const Recording> recording);  // pinned

    const Recording& recording() const { return *recording_; }
    bool pinned() const { return pinned_; }

    Position position() const;    // {0, 0} while the recording is empty
    std::int64_t number() const;  // of the frame, counted over all iterations
    FramePtr frame() const;       // null only while the recording is empty
    // The frame before a position, null before the first: the animation starts from it.
    FramePtr before(Position position) const;
    FramePtr before() const { return before(position()); }

    bool first();
    bool last();  // pins, even if it is there already
    bool next_frame();
    bool previous_frame();
    // To the first frame of the next / previous phase. A phase is a run of frames of one iteration,
    // one FramePhase and one bucket. In the first phase previous goes to the first frame.
    bool next_phase();
    bool previous_phase();
    // To the first frame of the next / previous iteration; in the first one to the first frame.
    bool next_iteration();
    bool previous_iteration();

    // The nearest frame there is.
    bool seek(Position position);
    bool seek_number(std::int64_t frame_number);
    bool seek_fraction(double fraction);  // 0: the first frame, 1: the newest; NaN counts as 0

    // Stays where it is, also when frames are appended.
    void unpin();

  private:
    bool move_to(Position position);
    bool same_phase(Position a, Position b) const;
    Position phase_begin(Position position) const;

    std::shared_ptr<const Recording> recording_;
    Position position_;  // where it is while not pinned
    bool pinned_ = true;
};

}  // namespace ringscope
