#ifdef RINGSCOPE_GUI

#include <unistd.h>

#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>

#include "app/commands/bench_options.h"
#include "app/headless.h"
#include "core/session/make_run.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/trace/recorder.h"
#include "ui/export/export_job.h"
#include "ui/export/run_export.h"

namespace ringscope {

namespace {

double resident_now_megabytes() {
    std::ifstream file("/proc/self/statm");
    double all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

std::shared_ptr<Recording> eight_devices(const CommonOptions& common) {
    const std::unique_ptr<Run> run = make_run(
        load_scenario("only-neighbours"), replica_set_factory(common), executor_factory(common));
    Recorder recorder(*run);
    while (!run->finished()) recorder.advance(*run, Pace::watched);
    return recorder.recording();
}

struct ExportCost {
    double seconds = 0, longest_gap = 0, before = 0, most = 0;  // megabytes
};

// An animation is written on a thread of its own while this one handles events.
ExportCost cost_of(const std::shared_ptr<Recording>& recording, const RunExportOptions& options) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    const QTemporaryDir folder;
    ExportJob job([&](const ExportJob::Written& written, const Progress& progress) {
        export_run(recording, folder.path().toStdString(), options, written, progress);
    });
    ExportCost cost;
    cost.before = cost.most = resident_now_megabytes();
    QEventLoop loop;
    QString failure;
    QObject::connect(&job, &ExportJob::done, &loop, &QEventLoop::quit);
    QObject::connect(&job, &ExportJob::failed, &loop, [&](const Problem& problem) {
        failure = problem.what;
        loop.quit();
    });
    const auto begin = Clock::now();
    auto last = begin;
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
        cost.longest_gap = std::max(cost.longest_gap, since(last));
        cost.most = std::max(cost.most, resident_now_megabytes());
        last = Clock::now();
    });
    tick.start(5);
    job.start();
    loop.exec();
    if (!failure.isEmpty())
        throw Error(ErrorCode::device_failed, "bench export", failure.toStdString());
    cost.seconds = since(begin);
    return cost;
}

}  // namespace

int bench_export(const BenchOptions& options, const CommonOptions& common) {
    const auto application = headless_application();
    const auto recording = eight_devices(common);
    const char* separator = options.csv ? "," : "  ";
    const int width = options.csv ? 0 : 12;
    std::cout << (options.csv
                      ? "pictures,seconds,longest_gap_ms,megabytes_before,megabytes_most\n"
                      : "    pictures       seconds       gap, ms    MB before       MB most\n");
    std::cout << std::fixed << std::setprecision(options.csv ? 4 : 2);
    for (const double seconds_per_step : {0.4, 1.6, 1.6}) {
        RunExportOptions wanted;
        wanted.what = ExportWhat::animation;
        wanted.timing = {12.5, seconds_per_step, true};
        const std::size_t pictures =
            animation_pictures(*recording, positions_of(*recording, wanted.range), wanted.timing)
                .size();
        const ExportCost cost = cost_of(recording, wanted);
        std::cout << std::setw(width) << pictures << separator << std::setw(width) << cost.seconds
                  << separator << std::setw(width) << 1e3 * cost.longest_gap << separator
                  << std::setw(width) << cost.before << separator << std::setw(width) << cost.most
                  << '\n'
                  << std::flush;
    }
    return 0;
}

}  // namespace ringscope

#endif
