#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/trace/recorder.h"
#include "core/trace/recording.h"
#include "core/train/run.h"
#include "ui/playback/iteration_plan.h"

namespace ringscope {

// Makes the run of a session. Called in the engine's thread; throws Error.
using RunMaker = std::function<std::unique_ptr<Run>()>;

// An error on its way to the window: where, what was found, what to do next.
struct Problem {
    enum class Kind { failed, no_device, cancelled };
    Kind kind = Kind::failed;
    QString where, what, hint, detail;
};

// Outputs of every rank's model, [rank][sample * outputs], after that many updates.
struct Probe {
    std::int64_t updates = 0;
    std::vector<std::vector<float>> outputs;
};

// The problem in the exception that is being handled. Call it in a catch block.
Problem current_problem();

// Lives in the engine's thread and owns the run. Every slot is called through that thread's event
// loop; long commands work in slices and come back through it, so that the next command is heard
// at once. Frames go to the shared recording; `grew` says so once and then waits for
// acknowledge(), so a fast engine never floods the window and no frame is lost.
//
// Every session has a number: answers carry it, and whoever hears an older one ignores it.
class EngineWorker : public QObject {
    Q_OBJECT

  public:
    // Any thread: whatever is under way ends after the frame that is being made.
    void interrupt() { interrupted_ = true; }

    void prepare(const std::function<void()>& build_kernels);
    void open(quint64 session, const RunMaker& maker);
    // Another run of the same session for a recording that exists: to make frames on demand, and,
    // after restart(), new ones.
    void attach(quint64 session, const RunMaker& maker,
                const std::shared_ptr<Recording>& recording);
    void step(Granularity granularity);  // until a frame ends that
    void run_free();
    void pause();
    // Runs again from the start of that iteration into a new recording, which begins with the
    // frames before it; answered by opened().
    void restart(quint64 session, std::int64_t iteration);
    // Makes the frames of an iteration that has only its summary.
    void execute_again(std::int64_t iteration);
    // Keeps what every replica holds after that iteration, where it was not kept; answered by
    // expanded().
    void keep_replicas(std::int64_t iteration);
    // What every rank's model makes of inputs x once it has had that many updates: the run's own
    // replicas where they stand there, else those of another run that is brought there. Answered by
    // probed: without a checkpoint to start from, or interrupted, by null.
    void probe(std::int64_t updates, const std::vector<float>& x);
    // Sets the run's fault switches; answered by faults_changed or faults_refused. The recording
    // goes on, with a checkpoint that knows of them.
    void set_faults(const std::vector<Fault>& faults);
    void close();
    void acknowledge();

  signals:
    void opened(quint64 session, std::shared_ptr<ringscope::Recording> recording);
    void faults_changed(quint64 session, std::vector<ringscope::Fault> faults);  // and when opened
    void faults_refused(quint64 session, ringscope::Problem problem);
    void probed(quint64 session, std::shared_ptr<const ringscope::Probe> probe);
    void grew(quint64 session);
    void stopped(quint64 session, bool finished);      // a step or a free run is over
    void expanded(quint64 session, qint64 iteration);  // frames or replicas are there now
    // How good the model is after that iteration; told whenever the run stops between two.
    void evaluated(quint64 session, qint64 iteration, double accuracy);
    void progress(quint64 session, double done);  // of restart and execute_again, 0 to 1
    void failed(quint64 session, ringscope::Problem problem);

  private:
    enum class Goal { none, step, free };

    template <typename Work>
    void guarded(Work&& work);
    template <typename Work>
    void with_another_run(std::int64_t iteration, Work&& work);
    void begin(Goal goal);
    void slice();
    void end_goal();
    void announce();
    void evaluate();
    Progress progress_reporter();

    quint64 session_ = 0;
    RunMaker maker_;
    std::unique_ptr<Run> run_;
    std::unique_ptr<Run> again_;  // executes recorded iterations again; the run goes on undisturbed
    std::shared_ptr<Recording> recording_;
    std::optional<Recorder> recorder_;
    Goal goal_ = Goal::none;
    Granularity granularity_ = Granularity::frame;
    bool acknowledged_ = true, news_ = false;
    std::atomic<bool> interrupted_ = false;
};

}  // namespace ringscope

Q_DECLARE_METATYPE(ringscope::Problem)
Q_DECLARE_METATYPE(std::vector<ringscope::Fault>)
