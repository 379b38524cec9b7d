#include "ui/playback/engine.h"

#include <utility>

namespace ringscope {

Engine::Engine(QObject* parent) : QObject(parent), worker_(new EngineWorker) {
    qRegisterMetaType<Problem>();
    qRegisterMetaType<std::shared_ptr<Recording>>();
    qRegisterMetaType<std::vector<Fault>>();
    qRegisterMetaType<std::shared_ptr<const Probe>>();
    thread_.setObjectName(QStringLiteral("engine"));
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &EngineWorker::opened, this,
            [this](quint64 session, std::shared_ptr<Recording> recording) {
                if (session == session_) emit opened(std::move(recording));
            });
    connect(worker_, &EngineWorker::faults_changed, this,
            [this](quint64 session, std::vector<Fault> faults) {
                if (session == session_) emit faults_changed(std::move(faults));
            });
    connect(worker_, &EngineWorker::faults_refused, this,
            [this](quint64 session, const Problem& problem) {
                if (session == session_) emit faults_refused(problem);
            });
    connect(worker_, &EngineWorker::probed, this,
            [this](quint64 session, std::shared_ptr<const Probe> probe) {
                if (session == session_) emit probed(std::move(probe));
            });
    connect(worker_, &EngineWorker::grew, this, [this](quint64 session) {
        if (session == session_)
            emit grew();
        else
            acknowledge();
    });
    connect(worker_, &EngineWorker::stopped, this, [this](quint64 session, bool finished) {
        if (session == session_) emit stopped(finished);
    });
    connect(worker_, &EngineWorker::expanded, this, [this](quint64 session, qint64 iteration) {
        if (session == session_) emit expanded(iteration);
    });
    connect(worker_, &EngineWorker::evaluated, this,
            [this](quint64 session, qint64 iteration, double accuracy) {
                if (session == session_) emit evaluated(iteration, accuracy);
            });
    connect(worker_, &EngineWorker::progress, this, [this](quint64 session, double done) {
        if (session == session_) emit progress(done);
    });
    connect(worker_, &EngineWorker::failed, this, [this](quint64 session, const Problem& problem) {
        if (session == session_) emit failed(problem);
    });
    thread_.start();
}

Engine::~Engine() {
    worker_->interrupt();
    post([](EngineWorker& worker) { worker.close(); });
    thread_.quit();
    thread_.wait();
}

template <typename Call>
void Engine::post(Call call) {
    QMetaObject::invokeMethod(
        worker_, [worker = worker_, call = std::move(call)]() mutable { call(*worker); },
        Qt::QueuedConnection);
}

void Engine::prepare(std::function<void()> build_kernels) {
    post([build = std::move(build_kernels)](EngineWorker& worker) { worker.prepare(build); });
}

void Engine::open(RunMaker maker) {
    has_run_ = true;
    worker_->interrupt();
    post([session = ++session_, maker = std::move(maker)](EngineWorker& worker) {
        worker.open(session, maker);
    });
}

void Engine::attach(RunMaker maker, std::shared_ptr<Recording> recording) {
    has_run_ = true;
    worker_->interrupt();
    post([session = ++session_, maker = std::move(maker), recording = std::move(recording)](
             EngineWorker& worker) { worker.attach(session, maker, recording); });
}

void Engine::step(Granularity granularity) {
    post([granularity](EngineWorker& worker) { worker.step(granularity); });
}

void Engine::run_free() {
    post([](EngineWorker& worker) { worker.run_free(); });
}

void Engine::pause() {
    worker_->interrupt();
    post([](EngineWorker& worker) { worker.pause(); });
}

void Engine::restart(std::int64_t iteration) {
    worker_->interrupt();
    post([session = ++session_, iteration](EngineWorker& worker) {
        worker.restart(session, iteration);
    });
}

void Engine::execute_again(std::int64_t iteration) {
    post([iteration](EngineWorker& worker) { worker.execute_again(iteration); });
}

void Engine::keep_replicas(std::int64_t iteration) {
    post([iteration](EngineWorker& worker) { worker.keep_replicas(iteration); });
}

void Engine::probe(std::int64_t updates, std::vector<float> x) {
    post([updates, x = std::move(x)](EngineWorker& worker) { worker.probe(updates, x); });
}

void Engine::set_faults(std::vector<Fault> faults) {
    post([faults = std::move(faults)](EngineWorker& worker) { worker.set_faults(faults); });
}

void Engine::close() {
    has_run_ = false;
    ++session_;
    worker_->interrupt();
    post([](EngineWorker& worker) { worker.close(); });
}

void Engine::acknowledge() {
    post([](EngineWorker& worker) { worker.acknowledge(); });
}

}  // namespace ringscope
