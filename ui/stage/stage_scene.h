#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

struct CellRef {
    Rank rank = 0;
    int chunk = 0;
    bool operator==(const CellRef&) const = default;
};

// What a stage view shows: one frame, and how far its transfers have come. A plain value.
struct StageScene {
    std::shared_ptr<const RunInfo> info;
    FramePtr frame;
    FramePtr before;  // the frame before it, or null: cells hold its values until a token lands
    double progress =
        1.0;  // 0: as before the frame; 1: as after it. Only positions are interpolated
    std::optional<CellRef> selected;
    // For the space-time view: the recorded steps of the frame's all-reduce up to the frame, after
    // the frame before the first of them. Empty where no step has been taken.
    std::vector<FramePtr> steps = {};
};

enum class StageView { ring, table, space_time };

}  // namespace ringscope
