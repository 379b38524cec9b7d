#include "core/trace/recording.h"

#include <algorithm>

#include "core/support/error.h"

namespace ringscope {

const Recording::Iteration* Recording::find(std::int64_t iteration) const {
    if (iteration < 0 || iteration >= std::ssize(iterations_)) return nullptr;
    return &iterations_[static_cast<std::size_t>(iteration)];
}

bool Recording::summary_only(const Iteration& iteration) {
    return iteration.frames.back()->phase == FramePhase::iteration;
}

void Recording::append(FramePtr frame) {
    expect(frame != nullptr, "Recording::append: a frame");
    const std::lock_guard lock(mutex_);
    const std::int64_t known = std::ssize(iterations_);
    if (frame->iteration == known) {
        iterations_.emplace_back();
        counts_.push_back(0);
    } else {
        expect(known > 0 && frame->iteration == known - 1, "Recording::append: frames in order");
    }
    iterations_.back().frames.push_back(std::move(frame));
    counts_.add(iterations_.size() - 1, 1);
}

void Recording::append(CheckpointPtr checkpoint) {
    expect(checkpoint != nullptr, "Recording::append: a checkpoint");
    const std::lock_guard lock(mutex_);
    const auto place = std::lower_bound(
        checkpoints_.begin(), checkpoints_.end(), checkpoint->iteration,
        [](const CheckpointPtr& c, std::int64_t iteration) { return c->iteration < iteration; });
    if (place != checkpoints_.end() && (*place)->iteration == checkpoint->iteration)
        *place = std::move(checkpoint);
    else
        checkpoints_.insert(place, std::move(checkpoint));
}

void Recording::expand(std::int64_t iteration, std::vector<FramePtr> frames) {
    expect(!frames.empty(), "Recording::expand: frames");
    for (const FramePtr& frame : frames)
        expect(frame != nullptr && frame->executed_again && frame->iteration == iteration,
               "Recording::expand: frames of the iteration, executed again");
    const std::lock_guard lock(mutex_);
    expect(find(iteration) != nullptr, "Recording::expand: a recorded iteration");
    Iteration& old = iterations_[static_cast<std::size_t>(iteration)];
    if (!summary_only(old)) return;

    const std::int64_t before = std::ssize(old.frames);
    if (old.frames.front()->phase == FramePhase::start)
        frames.insert(frames.begin(), old.frames.front());
    old.summary = old.frames.back();
    old.frames = std::move(frames);
    counts_.add(static_cast<std::size_t>(iteration), std::ssize(old.frames) - before);
}

std::int64_t Recording::iterations() const {
    const std::lock_guard lock(mutex_);
    return std::ssize(iterations_);
}

std::int64_t Recording::frames_in(std::int64_t iteration) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(iteration);
    return found ? std::ssize(found->frames) : 0;
}

std::int64_t Recording::frame_count() const {
    const std::lock_guard lock(mutex_);
    return counts_.sum_before(counts_.size());
}

FramePtr Recording::frame(Position position) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(position.iteration);
    if (!found || position.frame < 0 || position.frame >= std::ssize(found->frames)) return nullptr;
    return found->frames[static_cast<std::size_t>(position.frame)];
}

std::vector<FramePtr> Recording::frames(std::int64_t iteration) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(iteration);
    return found ? found->frames : std::vector<FramePtr>{};
}

FramePtr Recording::summary(std::int64_t iteration) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(iteration);
    if (!found) return nullptr;
    return found->summary ? found->summary : found->frames.back();
}

std::optional<Position> Recording::last() const {
    const std::lock_guard lock(mutex_);
    if (iterations_.empty()) return std::nullopt;
    return Position{std::ssize(iterations_) - 1, std::ssize(iterations_.back().frames) - 1};
}

std::optional<Position> Recording::next(Position position) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(position.iteration);
    if (!found) return std::nullopt;
    if (position.frame + 1 < std::ssize(found->frames))
        return Position{position.iteration, position.frame + 1};
    if (position.iteration + 1 < std::ssize(iterations_))
        return Position{position.iteration + 1, 0};
    return std::nullopt;
}

std::optional<Position> Recording::previous(Position position) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(position.iteration);
    if (!found) return std::nullopt;
    if (position.frame > 0)
        return Position{position.iteration,
                        std::min(position.frame, std::ssize(found->frames)) - 1};
    const Iteration* before = find(position.iteration - 1);
    if (!before) return std::nullopt;
    return Position{position.iteration - 1, std::ssize(before->frames) - 1};
}

Position Recording::at(std::int64_t frame_number) const {
    const std::lock_guard lock(mutex_);
    if (iterations_.empty()) return {};
    const std::int64_t frames = counts_.sum_before(counts_.size());
    const std::int64_t number = std::clamp<std::int64_t>(frame_number, 0, frames - 1);
    const std::size_t iteration = counts_.index_of(number);
    return {static_cast<std::int64_t>(iteration), number - counts_.sum_before(iteration)};
}

std::int64_t Recording::number_of(Position position) const {
    const std::lock_guard lock(mutex_);
    if (iterations_.empty() || position.iteration < 0) return 0;
    if (position.iteration >= std::ssize(iterations_))
        return counts_.sum_before(counts_.size()) - 1;
    const auto iteration = static_cast<std::size_t>(position.iteration);
    const std::int64_t frames = std::ssize(iterations_[iteration].frames);
    return counts_.sum_before(iteration) + std::clamp<std::int64_t>(position.frame, 0, frames - 1);
}

bool Recording::only_summary(std::int64_t iteration) const {
    const std::lock_guard lock(mutex_);
    const Iteration* found = find(iteration);
    return found && summary_only(*found);
}

CheckpointPtr Recording::checkpoint_before(std::int64_t iteration) const {
    const std::lock_guard lock(mutex_);
    const auto after = std::upper_bound(
        checkpoints_.begin(), checkpoints_.end(), iteration,
        [](std::int64_t i, const CheckpointPtr& checkpoint) { return i < checkpoint->iteration; });
    return after == checkpoints_.begin() ? nullptr : *std::prev(after);
}

std::vector<CheckpointPtr> Recording::checkpoints() const {
    const std::lock_guard lock(mutex_);
    return checkpoints_;
}

}  // namespace ringscope
