#pragma once

#include <QObject>
#include <QThread>
#include <atomic>
#include <functional>
#include <memory>

#include "core/support/progress.h"
#include "ui/playback/engine_worker.h"

namespace ringscope {

// Does long work, such as reading a file, on a thread of its own, so that the window stays alive.
// One at a time.
class Background : public QObject {
    Q_OBJECT

  public:
    explicit Background(QObject* parent = nullptr) : QObject(parent) {}
    ~Background() override;  // cancels and waits

    // work runs on the thread; done afterwards on this one, unless work threw: then `failed`.
    void start(std::function<void(const Progress&)> work, std::function<void()> done);
    bool busy() const { return thread_ != nullptr; }
    void cancel() { cancelled_ = true; }

  signals:
    void progress(double done);
    void failed(ringscope::Problem problem);
    void finished();

  private:
    std::unique_ptr<QThread> thread_;
    std::atomic<bool> cancelled_ = false;
};

}  // namespace ringscope
