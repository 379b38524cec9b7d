#include "ui/export/export_job.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <utility>

namespace ringscope {

namespace {

constexpr int between_reports_ms = 50;

}  // namespace

ExportJob::ExportJob(Work work, QObject* parent) : QObject(parent), work_(std::move(work)) {}

ExportJob::~ExportJob() {
    cancel();
    if (!thread_) return;
    while (!thread_->wait(5))
        QCoreApplication::sendPostedEvents(QCoreApplication::instance(), QEvent::MetaCall);
}

void ExportJob::start() {
    thread_.reset(QThread::create([this] { run(); }));
    thread_->start(QThread::LowPriority);
}

void ExportJob::run() {
    QStringList files;
    QElapsedTimer since;
    since.start();
    try {
        work_(
            [&files](const std::filesystem::path& file) {
                files << QString::fromStdString(file.string());
            },
            [this, &since](double done) {
                if (since.elapsed() >= between_reports_ms) {
                    since.restart();
                    emit progress(done);
                }
                return !cancelled_;
            });
        emit done(files);
    } catch (...) {
        emit failed(current_problem());
    }
}

}  // namespace ringscope
