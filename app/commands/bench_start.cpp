#ifdef RINGSCOPE_GUI
#include <unistd.h>

#include <QApplication>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "app/commands/bench_options.h"
#include "app/commands/bench_rounds.h"
#include "app/headless.h"
#include "core/support/error.h"
#include "ui/main_window/main_window.h"
#include "ui/playback/engine.h"

namespace ringscope {

namespace {

// Since the system started this process, to a hundredth of a second.
double seconds_of_process() {
    std::ifstream file("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    // Fields are counted behind the name, which may hold blanks; the start is the 22nd of all.
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string field;
    for (int k = 3; k <= 22; ++k) fields >> field;
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 -
           std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// Says when the window has painted itself for the first time.
class FirstPaint : public QObject {
  public:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && seconds == 0)
            QTimer::singleShot(0, this, [this] { seconds = seconds_of_process(); });
        return false;
    }
    double seconds = 0;
};

// What run_window does, until the kernels are ready. Prints two numbers for the parent.
int start_here(const CommonOptions& common) {
    const auto application = headless_application();
    const QTemporaryDir folder;
    const opencl::PlacementRequest placement = placement_request(common);
    FirstPaint paint;
    MainWindow window(placement, folder.filePath(QStringLiteral("settings.ini")));
    window.installEventFilter(&paint);
    window.resize(1280, 800);
    window.show();
    double ready = 0;
    window.engine().prepare([placement, &ready] {
        opencl::warm_up(4, placement);
        ready = seconds_of_process();
        QMetaObject::invokeMethod(qApp, [] { QCoreApplication::quit(); }, Qt::QueuedConnection);
    });
    window.open(QStringLiteral("toy"));
    QApplication::exec();
    std::cout << paint.seconds << ' ' << ready << '\n';
    return 0;
}

struct Started {
    double painted, ready;
};

Started start(const QString& cache) {
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("POCL_CACHE_DIR"), cache);
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache);
    environment.insert(QStringLiteral("RINGSCOPE_START_HERE"), QStringLiteral("1"));
    child.setProcessEnvironment(environment);
    child.start(QFileInfo(QStringLiteral("/proc/self/exe")).canonicalFilePath(),
                {QStringLiteral("bench"), QStringLiteral("start")});
    child.waitForFinished(120000);
    std::istringstream answer(child.readAllStandardOutput().toStdString());
    Started started{};
    if (!(answer >> started.painted >> started.ready))
        throw Error(ErrorCode::device_failed, "bench start",
                    "the started program failed: " + child.readAllStandardError().toStdString());
    return started;
}

}  // namespace

int bench_start(const BenchOptions& options, const CommonOptions& common) {
    if (qEnvironmentVariableIsSet("RINGSCOPE_START_HERE")) return start_here(common);
    std::vector<double> cold_paint, cold_ready, warm_paint, warm_ready;
    constexpr int rounds = 3;
    for (int k = 0; k < rounds; ++k) {
        const QTemporaryDir cache;
        const Started cold = start(cache.path()), warm = start(cache.path());
        cold_paint.push_back(cold.painted);
        cold_ready.push_back(cold.ready);
        warm_paint.push_back(warm.painted);
        warm_ready.push_back(warm.ready);
    }
    const auto best = [](const std::vector<double>& v) {
        return *std::min_element(v.begin(), v.end());
    };
    if (options.csv) {
        std::cout << "cache,painted_best_s,painted_median_s,ready_best_s,ready_median_s\n"
                  << "cold," << best(cold_paint) << ',' << median_of(cold_paint) << ','
                  << best(cold_ready) << ',' << median_of(cold_ready) << '\n'
                  << "warm," << best(warm_paint) << ',' << median_of(warm_paint) << ','
                  << best(warm_ready) << ',' << median_of(warm_ready) << '\n';
        return 0;
    }
    std::cout << "Seconds since the process began, best (median)\n"
              << std::fixed << std::setprecision(2)
              << "                     first painted      kernels ready\n";
    const auto row = [&](const char* name, const auto& painted, const auto& ready) {
        std::cout << std::setw(18) << name << std::setw(10) << best(painted) << " ("
                  << median_of(painted) << ')' << std::setw(10) << best(ready) << " ("
                  << median_of(ready) << ")\n";
    };
    row("cold kernel cache", cold_paint, cold_ready);
    row("warm kernel cache", warm_paint, warm_ready);
    return 0;
}

}  // namespace ringscope
#endif
