#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/opencl/factory.h"
#include "core/trace/recording.h"
#include "ui/main_window/session_source.h"
#include "ui/playback/background.h"
#include "ui/playback/engine.h"
#include "ui/playback/player.h"

namespace ringscope {

// What is open: a session, its recording, and where they came from. Opening something else that
// fails leaves what is open as it was.
class Document : public QObject {
    Q_OBJECT

  public:
    Document(Engine& engine, Player& player, opencl::PlacementRequest placement,
             QObject* parent = nullptr);

    void open(const QString& file_or_scenario);
    // An edited session envelope.
    void apply(const nlohmann::json& envelope, std::optional<PlacementKind> placement);
    void start_again();  // the same session from its beginning
    // Runs on from the place that is shown, into a new recording that shares what is before.
    // A collective, which is over in one iteration, is run again and up to that place.
    void continue_from_here();
    bool can_continue() const;
    void execute_again(std::int64_t iteration);
    // Brings back what every replica held after that iteration.
    void compare_numbers(std::int64_t iteration);
    void cancel();
    void return_to_previous();

    void save_session(const QString& file);
    void save_recording(const QString& file);

    const Session& session() const { return session_; }
    const QString& scenario() const { return scenario_; }  // its name, where it is one unchanged
    const std::shared_ptr<Recording>& recording() const { return recording_; }
    std::optional<PlacementKind> placement_kind() const { return placement_.kind; }
    const opencl::PlacementRequest& placement() const { return placement_; }
    bool is_replay() const { return is_replay_; }
    const std::shared_ptr<Recording>& previous() const { return previous_; }  // may be null
    bool getting_ready() const { return waits_for_engine_; }
    bool refused() const { return refused_; }  // its memory, by the budget or the device
    // A training of more than one iteration that no file holds.
    bool would_lose_work() const;

  signals:
    void session_changed();
    void hardware_changed();
    void opened_file(const QString& file);
    void problem(ringscope::Problem problem);
    // The session is as it was; these edits of it were not taken.
    void edits_refused(const nlohmann::json& envelope);
    void notice(const QString& heading, const QString& text);
    void previous_kept(qint64 iterations);
    void busy(const QString& what, double done);  // done: 0 to 1, below 0: not known
    void idle();

  private:
    // The session that was open when another one was started.
    struct Before {
        Session session;
        QString scenario;
        std::shared_ptr<Recording> recording;
        Position position;
        std::optional<PlacementKind> placement;
        bool is_replay = false;
    };
    void open_recording_file(const QString& file);
    void start(Session session, const QString& scenario);
    void engine_opened(std::shared_ptr<Recording> recording);
    void engine_failed(const Problem& what);
    void return_to_before();
    void open_failed(const Problem& what);
    void keep_previous();
    void adopt(std::shared_ptr<Recording> recording, Session session, const QString& scenario = {});

    Engine& engine_;
    Player& player_;
    opencl::PlacementRequest placement_;
    Session session_;
    QString scenario_;
    std::shared_ptr<Recording> recording_;  // null until the engine or a file gave one
    std::shared_ptr<Recording> previous_;
    bool is_replay_ = false, waits_for_engine_ = false, continuing_ = false;
    bool has_session_ = false, refused_ = false, returning_ = false;
    std::optional<nlohmann::json> applied_;  // the edits that the run was started with
    std::optional<Before> before_;
    std::optional<PlacementKind> started_placement_;  // what the open run was asked for
    std::optional<Position> go_to_;                   // once the engine is ready
    std::int64_t saved_frames_ = 0;
    Background files_;
};

}  // namespace ringscope
