#include "ui/playback/background.h"

#include <optional>

namespace ringscope {

Background::~Background() {
    if (!thread_) return;
    cancelled_ = true;
    thread_->wait();
}

void Background::start(std::function<void(const Progress&)> work, std::function<void()> done) {
    if (busy()) return;
    cancelled_ = false;
    auto problem = std::make_shared<std::optional<Problem>>();
    thread_.reset(QThread::create([this, work = std::move(work), problem] {
        try {
            work([this](double part) {
                emit progress(part);
                return !cancelled_;
            });
        } catch (...) {
            *problem = current_problem();
        }
    }));
    connect(thread_.get(), &QThread::finished, this, [this, problem, done = std::move(done)] {
        thread_.release()->deleteLater();
        emit finished();
        if (*problem)
            emit failed(**problem);
        else
            done();
    });
    thread_->start();
}

}  // namespace ringscope
