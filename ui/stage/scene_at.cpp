#include "ui/stage/scene_at.h"

namespace ringscope {

std::vector<FramePtr> steps_until(const Recording& recording, Position position) {
    const std::vector<FramePtr> frames = recording.frames(position.iteration);
    const std::int64_t count = std::min(std::ssize(frames), position.frame + 1);
    int bucket = -1;
    for (std::int64_t i = count; i-- > 0 && bucket < 0;)
        if (frames[static_cast<std::size_t>(i)]->schedule_step >= 0)
            bucket = frames[static_cast<std::size_t>(i)]->bucket;
    std::vector<FramePtr> steps;
    for (std::int64_t i = 0; i < count && bucket >= 0; ++i) {
        const FramePtr& frame = frames[static_cast<std::size_t>(i)];
        if (frame->schedule_step < 0 || frame->bucket != bucket) continue;
        if (steps.empty()) {
            const auto before = recording.previous({position.iteration, i});
            steps.push_back(before ? recording.frame(*before) : nullptr);
        }
        steps.push_back(frame);
    }
    return steps;
}

StageScene scene_at(const std::shared_ptr<const Recording>& recording, Position position,
                    double progress) {
    StageScene scene;
    scene.info = std::shared_ptr<const RunInfo>(recording, &recording->info());
    scene.frame = recording->frame(position);
    if (const auto previous = recording->previous(position))
        scene.before = recording->frame(*previous);
    scene.progress = progress;
    scene.steps = steps_until(*recording, position);
    return scene;
}

}  // namespace ringscope
