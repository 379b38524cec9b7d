#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/trace/replay_cursor.h"
#include "ui/playback/iteration_plan.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

class Engine;

// What the person sees of the recording, and how that moves. Replay and live are one: at the newest
// frame a step forward asks the engine for the next one. Belongs to the window's thread. No timer
// runs while it is paused.
class Player : public QObject {
    Q_OBJECT

  public:
    enum class State { paused, watching, free };

    explicit Player(Engine& engine, QObject* parent = nullptr);

    // Shows a recording from its newest frame on; null shows nothing. `live`: the engine can make
    // more frames of it.
    void show(std::shared_ptr<const Recording> recording, bool live);
    void set_live(bool live);
    bool live() const { return live_; }
    // The same session's frames from the engine, in place of a preview: a step that was asked for
    // meanwhile is still under way.
    void replace(std::shared_ptr<const Recording> recording);

    State state() const { return state_; }
    bool waiting() const { return waiting_; }  // for the engine's next frame
    bool can_go_back() const;
    bool can_go_forward() const;
    Position position() const { return cursor_ ? cursor_->position() : Position{}; }
    const std::shared_ptr<const Recording>& recording() const { return recording_; }
    // The frame on the stage and the one before it; no frame when nothing is shown.
    StageScene scene() const;

    double speed() const { return speed_; }  // 1: as fast as it is comfortable to read
    void set_speed(double speed);
    Granularity granularity() const { return granularity_; }
    void set_granularity(Granularity granularity) { granularity_ = granularity; }
    bool runs_free() const { return runs_free_; }
    void set_runs_free(bool free);

    static constexpr double slowest = 0.25, fastest = 8;

  public slots:
    void toggle();  // run / pause
    void run();
    void pause();
    void step_forward(ringscope::Granularity granularity);
    void step_back(ringscope::Granularity granularity);
    void home();
    void end();
    void seek(ringscope::Position position);
    // As seek; where the engine has not come that far yet, it is run there frame by frame.
    void run_to(ringscope::Position position);

  signals:
    // The scene is another one. animate_ms: how long its transfers should take to arrive; 0: at
    // once.
    void shown(int animate_ms);
    void state_changed();
    // A frame is wanted of an iteration that has only its summary.
    void steps_wanted(qint64 iteration);

  private:
    void set_state(State state);
    void halt();
    bool forward_in_recording(Granularity granularity);
    bool wants_steps(Granularity granularity, bool forward);
    void ask_engine(Granularity granularity);
    bool approach_target();
    void engine_grew();
    void engine_stopped(bool finished);
    void engine_expanded(qint64 iteration);
    void refresh();
    void next_watched();
    void show_frame(bool animated);
    int animation_ms() const;
    int dwell_ms() const;

    Engine& engine_;
    std::shared_ptr<const Recording> recording_;
    std::optional<ReplayCursor> cursor_;
    bool live_ = false, waiting_ = false, runs_free_ = false;
    State state_ = State::paused;
    Granularity granularity_ = Granularity::frame;
    double speed_ = 1;
    QTimer dwell_, refresh_;
    QElapsedTimer since_refresh_;
    // A step that waits until its iteration has been executed again.
    struct Wish {
        Granularity granularity;
        bool forward;
    };
    std::optional<Wish> wish_;
    std::optional<Position> target_;  // of run_to
};

}  // namespace ringscope
