#pragma once

#include <optional>

#include "ui/stage/scene_cells.h"

namespace ringscope {

// What the space-time view reads out of a scene: an all-reduce as far as it has come.
class SpaceTimeSteps {
  public:
    explicit SpaceTimeSteps(const StageScene& scene);  // needs info and frame; keeps the reference

    const Bucket& bucket() const { return *bucket_; }
    int count() const { return static_cast<int>(bucket_->schedule.steps.size()); }
    int current() const { return current_; }  // the step that the scene's frame is; -1: none
    // Null for a step that has not been taken, or of which nothing was kept.
    FramePtr taken(int step) const;
    bool complete() const;  // every step was taken and has arrived

    // What every rank held before the first step, where the frames say so.
    std::optional<SceneCells> start() const;
    // What every rank holds after the newest step (the scene's progress counts).
    std::optional<SceneCells> now() const;
    // What the ranks hold right after a step that was taken.
    SceneCells after(int step) const;

  private:
    StageScene scene_of(const FramePtr& frame, double progress) const;

    const StageScene& scene_;
    const Bucket* bucket_;
    int current_ = -1;
};

}  // namespace ringscope
