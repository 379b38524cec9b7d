#pragma once

#include <QObject>
#include <QThread>
#include <memory>

#include "ui/playback/engine_worker.h"

namespace ringscope {

// The window's end of the engine: passes commands to the worker's thread and answers back, those of
// the current session only. Every call returns at once.
class Engine : public QObject {
    Q_OBJECT

  public:
    explicit Engine(QObject* parent = nullptr);
    ~Engine() override;  // ends the run after the frame that is being made, and the thread

    void prepare(std::function<void()> build_kernels);
    void open(RunMaker maker);
    void attach(RunMaker maker, std::shared_ptr<Recording> recording);
    void step(Granularity granularity);
    void run_free();
    void pause();  // ends whatever is under way, also an execution again
    void restart(std::int64_t iteration);
    void execute_again(std::int64_t iteration);
    void keep_replicas(std::int64_t iteration);
    void probe(std::int64_t updates, std::vector<float> x);  // answered by probed
    // They act from the next iteration that begins; see Trainer::set_faults.
    void set_faults(std::vector<Fault> faults);
    void close();
    void acknowledge();

    // There is a session that can make frames (it may still be opening).
    bool has_run() const { return has_run_; }

  signals:
    void opened(std::shared_ptr<ringscope::Recording> recording);
    void faults_changed(std::vector<ringscope::Fault> faults);  // also when a run was opened
    void faults_refused(ringscope::Problem problem);
    void probed(std::shared_ptr<const ringscope::Probe> probe);  // null: there is none
    void grew();
    void stopped(bool finished);
    void expanded(qint64 iteration);
    void evaluated(qint64 iteration, double accuracy);
    void progress(double done);
    void failed(ringscope::Problem problem);

  private:
    template <typename Call>
    void post(Call call);

    QThread thread_;
    EngineWorker* worker_;
    quint64 session_ = 0;
    bool has_run_ = false;
};

}  // namespace ringscope
