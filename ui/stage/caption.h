#pragma once

#include <QString>

#include "core/trace/recording.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// What a frame shows, in plain words. Any part but the title may be empty.
struct Caption {
    QString title;       // "Reduce-scatter · step 2 of 3"
    QString sentence;    // what every device does, and one of them as the example
    QString arithmetic;  // the example in numbers: "100 + 11 = 111"
    QString remark;      // beside the arithmetic: "now holds devices 0, 1 and 2"
    QString footnote;    // bytes, measured and by the formula

    QString text() const;  // all of it in one line a part, for accessibility and exports
};

// The transfer that the caption tells and the stage emphasises: the one that brings the selected
// cell's chunk, or chunk 0 where nothing is selected, so that one chunk is followed round the ring.
// -1 when the frame has no transfers.
int told_transfer(const StageScene& scene);

Caption make_caption(const StageScene& scene);

// "Reduce-scatter", "Forward", ...: a phase on screen.
QString phase_title(FramePhase phase);

// "Device 2".
QString device_name(Rank rank);

}  // namespace ringscope
