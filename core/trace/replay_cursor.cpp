#include "core/trace/replay_cursor.h"

#include <algorithm>
#include <cmath>

#include "core/support/error.h"

namespace ringscope {

ReplayCursor::ReplayCursor(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)) {
    expect(recording_ != nullptr, "ReplayCursor: a recording");
}

Position ReplayCursor::position() const {
    return pinned_ ? recording_->last().value_or(Position{}) : position_;
}

std::int64_t ReplayCursor::number() const { return recording_->number_of(position()); }

FramePtr ReplayCursor::frame() const { return recording_->frame(position()); }

FramePtr ReplayCursor::before(Position position) const {
    const std::optional<Position> previous = recording_->previous(position);
    return previous ? recording_->frame(*previous) : nullptr;
}

bool ReplayCursor::move_to(Position position) {
    const Position old = this->position();
    position_ = position;
    pinned_ = recording_->last().value_or(Position{}) == position;
    return old != position;
}

bool ReplayCursor::first() { return move_to({}); }

bool ReplayCursor::last() { return move_to(recording_->last().value_or(Position{})); }

bool ReplayCursor::next_frame() {
    const std::optional<Position> next = recording_->next(position());
    return next && move_to(*next);
}

bool ReplayCursor::previous_frame() {
    const std::optional<Position> previous = recording_->previous(position());
    return previous && move_to(*previous);
}

bool ReplayCursor::same_phase(Position a, Position b) const {
    const FramePtr one = recording_->frame(a);
    const FramePtr other = recording_->frame(b);
    return one && other && one->iteration == other->iteration && one->phase == other->phase &&
           one->bucket == other->bucket;
}

Position ReplayCursor::phase_begin(Position position) const {
    for (auto p = recording_->previous(position); p && same_phase(*p, position);
         p = recording_->previous(*p))
        position = *p;
    return position;
}

bool ReplayCursor::next_phase() {
    const Position here = position();
    auto next = recording_->next(here);
    while (next && same_phase(*next, here)) next = recording_->next(*next);
    return next && move_to(*next);
}

bool ReplayCursor::previous_phase() {
    const Position begin = phase_begin(position());
    const std::optional<Position> before = recording_->previous(begin);
    return move_to(before ? phase_begin(*before) : begin);
}

bool ReplayCursor::next_iteration() {
    const std::int64_t next = position().iteration + 1;
    return next < recording_->iterations() && move_to({next, 0});
}

bool ReplayCursor::previous_iteration() {
    return move_to({std::max<std::int64_t>(position().iteration - 1, 0), 0});
}

bool ReplayCursor::seek(Position position) {
    return move_to(recording_->at(recording_->number_of(position)));
}

bool ReplayCursor::seek_number(std::int64_t frame_number) {
    return move_to(recording_->at(frame_number));
}

bool ReplayCursor::seek_fraction(double fraction) {
    const double inside = std::isnan(fraction) ? 0 : std::clamp(fraction, 0.0, 1.0);
    const auto newest =
        static_cast<double>(std::max<std::int64_t>(recording_->frame_count() - 1, 0));
    return seek_number(std::llround(inside * newest));
}

void ReplayCursor::unpin() {
    position_ = position();
    pinned_ = false;
}

}  // namespace ringscope
