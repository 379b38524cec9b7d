#include "ui/stage/spacetime_steps.h"

namespace ringscope {

SpaceTimeSteps::SpaceTimeSteps(const StageScene& scene)
    : scene_(scene), bucket_(&bucket_of(scene)) {
    if (!scene.steps.empty()) {
        StageScene last = scene;
        last.frame = scene.steps.back();
        bucket_ = &bucket_of(last);
    }
    if (scene.frame->schedule_step >= 0) current_ = scene.frame->schedule_step;
}

FramePtr SpaceTimeSteps::taken(int step) const {
    for (const FramePtr& frame : scene_.steps)
        if (frame && frame->schedule_step == step && frame->bucket == scene_.steps.back()->bucket)
            return frame;
    return nullptr;
}

bool SpaceTimeSteps::complete() const {
    if (count() == 0 || scene_.steps.empty()) return false;
    return scene_.steps.back()->schedule_step == count() - 1 && (current_ < 0 || landed(scene_));
}

StageScene SpaceTimeSteps::scene_of(const FramePtr& frame, double progress) const {
    StageScene scene = scene_;
    scene.frame = frame;
    scene.progress = progress;
    return scene;
}

std::optional<SceneCells> SpaceTimeSteps::start() const {
    const FramePtr frame = scene_.steps.empty() ? scene_.frame : scene_.steps.front();
    if (!frame || frame->ranks.empty() || !frame->ranks.front().gradient) return std::nullopt;
    if (frame->phase == FramePhase::iteration || frame->phase == FramePhase::update ||
        frame->phase == FramePhase::equality || frame->phase == FramePhase::divide)
        return std::nullopt;
    // The frame before is of another bucket's, or of no step: it is only asked for its values.
    auto own = std::make_shared<Frame>(*frame);
    own->transfers.clear();
    own->schedule_step = -1;
    own->phase = FramePhase::backward;
    own->bucket = scene_.steps.empty() ? scene_.frame->bucket : scene_.steps.back()->bucket;
    return scene_cells(scene_of(own, 1));
}

std::optional<SceneCells> SpaceTimeSteps::now() const {
    if (scene_.steps.empty()) return start();
    SceneCells cells =
        scene_cells(scene_of(scene_.steps.back(), current_ < 0 ? 1 : scene_.progress));
    if (!cells.has_values) return std::nullopt;
    return cells;
}

SceneCells SpaceTimeSteps::after(int step) const { return scene_cells(scene_of(taken(step), 1)); }

}  // namespace ringscope
