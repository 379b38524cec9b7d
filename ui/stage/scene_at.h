#pragma once

#include <memory>

#include "core/trace/recording.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// The steps of the all-reduce that the position belongs to, up to the position, after the frame
// before the first of them (StageScene::steps). In an iteration with several buckets: the
// position's own bucket, or after the all-reduce the last one.
std::vector<FramePtr> steps_until(const Recording& recording, Position position);

// What a stage view shows of a recording at a position that exists. The scene keeps the recording
// alive.
StageScene scene_at(const std::shared_ptr<const Recording>& recording, Position position,
                    double progress = 1.0);

}  // namespace ringscope
