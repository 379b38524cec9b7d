#include "ui/playback/engine_worker.h"

#include <QElapsedTimer>
#include <algorithm>
#include <exception>
#include <utility>

#include "core/support/error.h"
#include "core/trace/execute_again.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

// Between slices the worker hears commands.
constexpr int slice_ms = 10;

}  // namespace

Problem current_problem() {
    try {
        throw;
    } catch (const Error& error) {
        Problem problem;
        if (error.code() == ErrorCode::no_device) problem.kind = Problem::Kind::no_device;
        if (error.code() == ErrorCode::cancelled) problem.kind = Problem::Kind::cancelled;
        problem.where = QString::fromStdString(error.where());
        problem.what = QString::fromStdString(error.message());
        problem.hint = QString::fromStdString(error.hint());
        problem.detail = QString::fromStdString(error.detail());
        return problem;
    } catch (const std::bad_alloc&) {
        return {Problem::Kind::failed,
                EngineWorker::tr("memory"),
                EngineWorker::tr("this computer has no memory left for it"),
                EngineWorker::tr("Close other programs or make the model smaller."),
                {}};
    } catch (const std::exception& error) {
        return {
            Problem::Kind::failed,
            {},
            EngineWorker::tr("Ringscope made a mistake: %1").arg(QString::fromUtf8(error.what())),
            EngineWorker::tr("Please report it, with what you did before it."),
            {}};
    }
}

template <typename Work>
void EngineWorker::guarded(Work&& work) {
    try {
        work();
    } catch (...) {
        goal_ = Goal::none;
        emit failed(session_, current_problem());
    }
}

void EngineWorker::prepare(const std::function<void()>& build_kernels) { guarded(build_kernels); }

void EngineWorker::open(quint64 session, const RunMaker& maker) {
    close();
    session_ = session;
    maker_ = maker;
    guarded([&] {
        run_ = maker_();
        recorder_.emplace(*run_);
        recording_ = recorder_->recording();
        recorder_->advance(*run_, Pace::watched);  // the start frame
        emit opened(session_, recording_);
        emit faults_changed(session_, run_->faults());
    });
}

void EngineWorker::attach(quint64 session, const RunMaker& maker,
                          const std::shared_ptr<Recording>& recording) {
    close();
    session_ = session;
    maker_ = maker;
    recording_ = recording;
}

void EngineWorker::step(Granularity granularity) {
    granularity_ = granularity;
    begin(Goal::step);
}

void EngineWorker::run_free() { begin(Goal::free); }

void EngineWorker::pause() {
    interrupted_ = false;
    if (goal_ != Goal::none) end_goal();
}

void EngineWorker::begin(Goal goal) {
    if (!run_ || !recorder_) {
        emit stopped(session_, true);
        return;
    }
    goal_ = goal;
    slice();
}

void EngineWorker::slice() {
    if (goal_ == Goal::none) return;
    guarded([this] {
        QElapsedTimer timer;
        timer.start();
        while (!interrupted_ && !run_->finished()) {
            const std::optional<Position> last = recording_->last();
            const FramePtr before = last ? recording_->frame(*last) : nullptr;
            const FramePtr frame =
                recorder_->advance(*run_, goal_ == Goal::free ? Pace::free : Pace::watched);
            announce();
            if (goal_ == Goal::step && (!before || arrives(*before, *frame, granularity_)))
                return end_goal();
            if (timer.hasExpired(slice_ms)) {
                QMetaObject::invokeMethod(this, &EngineWorker::slice, Qt::QueuedConnection);
                return;
            }
        }
        end_goal();
    });
}

void EngineWorker::end_goal() {
    goal_ = Goal::none;
    emit stopped(session_, run_->finished());
    evaluate();
}

void EngineWorker::evaluate() {
    auto* trainer = dynamic_cast<Trainer*>(run_.get());
    if (!trainer || !trainer->at_iteration_boundary() || trainer->iteration() == 0) return;
    const TrainingOutcome outcome = trainer->outcome();
    const std::optional<double> accuracy =
        outcome.test_accuracy ? outcome.test_accuracy : outcome.train_accuracy;
    if (accuracy) emit evaluated(session_, trainer->iteration() - 1, *accuracy);
}

void EngineWorker::restart(quint64 session, std::int64_t iteration) {
    interrupted_ = false;
    goal_ = Goal::none;
    session_ = session;
    guarded([&] {
        if (!recording_) return;
        std::unique_ptr<Run> run = maker_();
        restore_before(*run, *recording_, iteration, progress_reporter());
        const std::shared_ptr<Recording> branch = fork(*recording_, iteration);
        recorder_.emplace(branch, CheckpointPolicy::for_run(branch->info()));
        run_ = std::move(run);
        recording_ = branch;
        emit opened(session_, recording_);
        emit faults_changed(session_, run_->faults());
    });
}

template <typename Work>
void EngineWorker::with_another_run(std::int64_t iteration, Work&& work) {
    interrupted_ = false;
    guarded([&] {
        if (!recording_ || !maker_) return;
        if (!again_) again_ = maker_();
        work(*again_, *recording_, iteration, progress_reporter());
        emit expanded(session_, iteration);
    });
}

void EngineWorker::execute_again(std::int64_t iteration) {
    with_another_run(iteration, ringscope::execute_again);
}

void EngineWorker::keep_replicas(std::int64_t iteration) {
    with_another_run(iteration, ringscope::keep_replicas);
}

void EngineWorker::probe(std::int64_t updates, const std::vector<float>& x) {
    interrupted_ = false;
    if (!recording_ || !maker_) return emit probed(session_, nullptr);
    try {
        Run* run = run_.get();
        if (!run || run->updates() != updates) {
            if (!again_) again_ = maker_();
            run = again_.get();
            restore_before(*run, *recording_, updates, [this](double) { return !interrupted_; });
        }
        auto probe = std::make_shared<Probe>();
        probe->updates = updates;
        for (Rank r = 0; r < run->info().world_size; ++r)
            probe->outputs.push_back(run->outputs(r, x));
        emit probed(session_, probe);
    } catch (...) {
        // Only a picture is missing; the run itself tells of what is wrong with a device.
        emit probed(session_, nullptr);
    }
}

void EngineWorker::set_faults(const std::vector<Fault>& faults) {
    if (!run_ || !recorder_) return;
    try {
        run_->set_faults(faults);
        recorder_->demand_checkpoint();
        emit faults_changed(session_, run_->faults());
    } catch (...) {
        emit faults_refused(session_, current_problem());
    }
}

Progress EngineWorker::progress_reporter() {
    return [this](double done) {
        emit progress(session_, done);
        return !interrupted_;
    };
}

void EngineWorker::announce() {
    if (!acknowledged_) {
        news_ = true;
        return;
    }
    acknowledged_ = news_ = false;
    emit grew(session_);
}

void EngineWorker::acknowledge() {
    acknowledged_ = true;
    if (news_) announce();
}

void EngineWorker::close() {
    interrupted_ = false;
    goal_ = Goal::none;
    recorder_.reset();
    run_.reset();
    again_.reset();
    recording_.reset();
    maker_ = {};
    acknowledged_ = true;
    news_ = false;
}

}  // namespace ringscope
