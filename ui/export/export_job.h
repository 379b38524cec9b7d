#pragma once

#include <QObject>
#include <QStringList>
#include <QThread>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>

#include "core/support/progress.h"
#include "ui/playback/engine_worker.h"

namespace ringscope {

// One export in a thread of its own, so that the window goes on. Belongs to the window's thread,
// which also receives the signals. Ends with exactly one of done and failed.
class ExportJob : public QObject {
    Q_OBJECT

  public:
    using Written = std::function<void(const std::filesystem::path&)>;
    using Work = std::function<void(const Written& written, const Progress& progress)>;

    explicit ExportJob(Work work, QObject* parent = nullptr);
    // Cancels and waits; charts that the work asks for meanwhile are still drawn.
    ~ExportJob() override;

    void start();
    void cancel() { cancelled_ = true; }

  signals:
    void progress(double done);  // 0 to 1, at most some twenty times a second
    void done(const QStringList& files);
    void failed(const ringscope::Problem& problem);

  private:
    void run();

    Work work_;
    std::unique_ptr<QThread> thread_;
    std::atomic<bool> cancelled_ = false;
};

}  // namespace ringscope
