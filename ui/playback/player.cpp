#include "ui/playback/player.h"

#include <algorithm>
#include <utility>

#include "ui/playback/engine.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

// While it runs free the window shows the newest frame about twelve times a second.
constexpr int refresh_ms = 80;
// At speed 1: a chunk's way along an edge, the pause after it, and a frame in which nothing moves.
constexpr int glide_ms = 1100;
constexpr int rest_ms = 350;
constexpr int still_ms = 700;

}  // namespace

Player::Player(Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {
    dwell_.setSingleShot(true);
    dwell_.setTimerType(Qt::PreciseTimer);
    refresh_.setSingleShot(true);
    connect(&dwell_, &QTimer::timeout, this, &Player::next_watched);
    connect(&refresh_, &QTimer::timeout, this, &Player::refresh);
    connect(&engine, &Engine::grew, this, &Player::engine_grew);
    connect(&engine, &Engine::stopped, this, &Player::engine_stopped);
    connect(&engine, &Engine::expanded, this, &Player::engine_expanded);
    since_refresh_.start();
}

void Player::show(std::shared_ptr<const Recording> recording, bool live) {
    dwell_.stop();
    refresh_.stop();
    wish_.reset();
    target_.reset();
    waiting_ = false;
    recording_ = std::move(recording);
    cursor_.reset();
    if (recording_) cursor_.emplace(recording_);
    live_ = live;
    state_ = State::paused;
    show_frame(false);
    emit state_changed();
}

void Player::replace(std::shared_ptr<const Recording> recording) {
    recording_ = std::move(recording);
    cursor_.emplace(recording_);
    // The step that is waited for comes after the start frame.
    cursor_->seek({0, 0});
    show_frame(false);
    emit state_changed();
}

void Player::set_live(bool live) {
    live_ = live;
    if (!live) {
        dwell_.stop();
        target_.reset();
        waiting_ = false;
        state_ = State::paused;
    }
    emit state_changed();
}

StageScene Player::scene() const {
    StageScene scene;
    if (!cursor_) return scene;
    scene.frame = cursor_->frame();
    if (!scene.frame) return scene;
    // The recording owns its info for as long as the scene is looked at.
    scene.info = std::shared_ptr<const RunInfo>(recording_, &recording_->info());
    scene.before = cursor_->before();
    scene.steps = steps_until(*recording_, position());
    return scene;
}

bool Player::can_go_back() const { return cursor_ && recording_->previous(position()).has_value(); }

bool Player::can_go_forward() const {
    return cursor_ && (live_ || recording_->next(position()).has_value());
}

void Player::set_speed(double speed) {
    speed_ = std::clamp(speed, slowest, fastest);
    emit state_changed();
}

void Player::set_runs_free(bool free) {
    if (runs_free_ == free) return;
    const bool running = state_ != State::paused;
    if (running) halt();
    runs_free_ = free;
    if (running) run();
    emit state_changed();
}

void Player::set_state(State state) {
    if (state_ == state) return;
    state_ = state;
    emit state_changed();
}

void Player::toggle() { state_ == State::paused ? run() : pause(); }

void Player::run() {
    if (!cursor_ || state_ != State::paused) return;
    wish_.reset();
    if (!can_go_forward() && !cursor_->first()) return;  // at the end it plays again from the start
    if (runs_free_ && live_) {
        cursor_->last();
        set_state(State::free);
        engine_.run_free();
        return;
    }
    set_state(State::watching);
    next_watched();
}

void Player::pause() {
    halt();
    set_state(State::paused);
}

void Player::halt() {
    dwell_.stop();
    if (state_ == State::free || waiting_) engine_.pause();
    if (cursor_) cursor_->unpin();
    state_ = State::paused;
    wish_.reset();
    target_.reset();
    emit state_changed();
}

bool Player::forward_in_recording(Granularity granularity) {
    switch (granularity) {
        case Granularity::frame: return cursor_->next_frame();
        case Granularity::phase: return cursor_->next_phase();
        case Granularity::iteration: return cursor_->next_iteration();
    }
    return false;
}

bool Player::wants_steps(Granularity granularity, bool forward) {
    if (granularity == Granularity::iteration) return false;
    std::optional<Position> target = position();
    if (forward || !recording_->only_summary(target->iteration))
        target = forward ? recording_->next(*target) : recording_->previous(*target);
    if (!target || !recording_->only_summary(target->iteration)) return false;
    if (!recording_->checkpoint_before(target->iteration) || !engine_.has_run()) return false;
    wish_ = {granularity, forward};
    emit steps_wanted(target->iteration);
    return true;
}

void Player::step_forward(Granularity granularity) {
    if (!cursor_ || waiting_) return;
    halt();
    if (wants_steps(granularity, true)) return;
    if (forward_in_recording(granularity)) {
        show_frame(granularity == Granularity::frame);
    } else if (live_) {
        ask_engine(granularity);
    } else if (cursor_->last()) {
        show_frame(false);
    }
}

void Player::step_back(Granularity granularity) {
    if (!cursor_) return;
    halt();
    if (wants_steps(granularity, false)) return;
    bool moved = false;
    switch (granularity) {
        case Granularity::frame: moved = cursor_->previous_frame(); break;
        case Granularity::phase: moved = cursor_->previous_phase(); break;
        case Granularity::iteration: moved = cursor_->previous_iteration(); break;
    }
    if (moved) show_frame(false);
}

void Player::home() {
    if (!cursor_) return;
    halt();
    if (cursor_->first()) show_frame(false);
}

void Player::end() {
    if (!cursor_) return;
    halt();
    const Position before = cursor_->position();
    if (cursor_->last()) show_frame(false);
    // Already at the newest frame of a run that goes on: to the end of its iteration.
    if (live_ && cursor_->position() == before) step_forward(Granularity::iteration);
}

void Player::seek(Position position) {
    if (!cursor_) return;
    halt();
    if (cursor_->seek(position)) show_frame(false);
}

void Player::run_to(Position position) {
    if (!cursor_) return;
    const std::optional<Position> newest = recording_->last();
    if (!live_ || !newest || position <= *newest) return seek(position);
    halt();
    cursor_->last();
    target_ = position;
    // A step that is still on its way asks for the next one when it has come.
    if (!waiting_) approach_target();
}

void Player::ask_engine(Granularity granularity) {
    waiting_ = true;
    engine_.step(granularity);
    emit state_changed();
}

bool Player::approach_target() {
    if (!target_ || !live_ || position() >= *target_) {
        target_.reset();
        return false;
    }
    ask_engine(Granularity::frame);
    return true;
}

void Player::next_watched() {
    if (state_ != State::watching || waiting_ || !cursor_) return;
    const bool single = granularity_ == Granularity::frame;
    if (forward_in_recording(granularity_)) {
        show_frame(single);
        dwell_.start(dwell_ms());
    } else if (live_) {
        ask_engine(granularity_);
    } else {
        if (cursor_->last()) show_frame(false);
        set_state(State::paused);
    }
}

void Player::engine_grew() {
    if (state_ != State::free && !waiting_) {
        engine_.acknowledge();
        return;
    }
    if (!refresh_.isActive())
        refresh_.start(std::max<int>(0, refresh_ms - static_cast<int>(since_refresh_.elapsed())));
}

void Player::refresh() {
    since_refresh_.restart();
    engine_.acknowledge();
    if (!cursor_) return;
    // A single step shows its frame when it is complete, with the animation.
    if (state_ == State::free || (waiting_ && granularity_ != Granularity::frame)) {
        cursor_->last();
        show_frame(false);
    }
}

void Player::engine_stopped(bool finished) {
    refresh_.stop();
    engine_.acknowledge();
    if (finished) live_ = false;
    const bool stepped = std::exchange(waiting_, false);
    if (!cursor_) return;
    if (state_ == State::free) state_ = State::paused;
    const std::int64_t before = cursor_->number();
    cursor_->last();
    const bool goes_on = approach_target();
    // One frame further is shown on its way; a longer jump as it arrived.
    show_frame(stepped && !goes_on && cursor_->number() == before + 1);
    if (state_ == State::watching) dwell_.start(dwell_ms());
    emit state_changed();
}

void Player::engine_expanded(qint64 iteration) {
    if (!cursor_) return;
    if (!wish_) {
        show_frame(false);
        return;
    }
    const Wish wish = *std::exchange(wish_, std::nullopt);
    const bool here = position().iteration == iteration;
    if (wish.forward) {
        cursor_->seek({iteration, iteration == 0 ? 1 : 0});
    } else {
        cursor_->seek({iteration, recording_->frames_in(iteration) - 1});
        if (here && wish.granularity == Granularity::frame) cursor_->previous_frame();
        if (wish.granularity == Granularity::phase) cursor_->previous_phase();
    }
    show_frame(wish.forward);
}

void Player::show_frame(bool animated) {
    // Only a free run follows the newest frame; else frames are shown one after the other.
    if (cursor_ && state_ != State::free) cursor_->unpin();
    const StageScene now = scene();
    const bool moves = now.frame && !now.frame->transfers.empty();
    emit shown(animated && moves ? animation_ms() : 0);
}

int Player::animation_ms() const { return static_cast<int>(glide_ms / speed_); }

int Player::dwell_ms() const {
    const FramePtr frame = cursor_->frame();
    const bool glides = granularity_ == Granularity::frame && frame && !frame->transfers.empty();
    return static_cast<int>((glides ? glide_ms + rest_ms : still_ms) / speed_);
}

}  // namespace ringscope
