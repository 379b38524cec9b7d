#ifdef RINGSCOPE_GUI
#include <sys/resource.h>
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
#include "app/commands/bench_rounds.h"
#include "app/commands/bench_spec.h"
#include "app/headless.h"
#include "app/interrupt.h"
#include "core/session/session.h"
#include "core/support/error.h"
#include "core/trace/recorder.h"
#include "core/train/trainer.h"
#include "ui/main_window/document.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/stage_card.h"
#include "ui/playback/player.h"
#include "ui/stage/stage_widget.h"

namespace ringscope {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Of all threads of this process.
double processor_seconds() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

double resident_megabytes() {
    std::ifstream file("/proc/self/statm");
    double all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

// Notes when the stage was painted while tokens moved on it.
class PaintTimes : public QObject {
  public:
    explicit PaintTimes(StageWidget& stage) : stage_(stage) { stage_.installEventFilter(this); }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::Paint) return false;
        const auto now = Clock::now();
        if (moved_ && stage_.animating())
            gaps.push_back(std::chrono::duration<double>(now - last_).count());
        moved_ = stage_.animating();
        last_ = now;
        return false;
    }
    std::vector<double> gaps;  // seconds between two paintings of one animation

  private:
    StageWidget& stage_;
    bool moved_ = false;
    Clock::time_point last_;
};

// Lets the window work.
void wait(double seconds) {
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(1000 * seconds), &loop, &QEventLoop::quit);
    loop.exec();
}

void wait_until(const std::function<bool()>& condition, const char* what) {
    for (const auto begin = Clock::now(); !condition(); wait(0.01))
        if (seconds_since(begin) > 60)
            throw Error(ErrorCode::device_failed, "bench window",
                        std::string(what) + " took too long");
}

// A window on the session, ready to run.
struct Shown {
    Shown(const Session& session, const CommonOptions& common)
        : window(placement_request(common), folder.filePath(QStringLiteral("settings.ini"))) {
        const QString file = folder.filePath(QStringLiteral("bench.ringscope"));
        save_session(session, file.toStdString());
        window.resize(1280, 800);
        window.show();
        window.open(file);
        wait_until([&] { return ready(); }, "opening the session");
    }
    bool ready() { return window.document().recording() && !window.document().getting_ready(); }
    Player& player() { return window.player(); }
    void pause() {
        player().pause();
        wait_until([&] { return player().state() == Player::State::paused && !player().waiting(); },
                   "pausing");
    }

    QTemporaryDir folder;
    MainWindow window;
};

// Iterations a second of a free run, for about `seconds`.
double shown_rate(Shown& shown, double seconds) {
    shown.player().set_runs_free(true);
    const Recording& recording = *shown.window.document().recording();
    shown.player().run();
    wait(0.2);  // started
    const std::int64_t before = recording.iterations();
    const auto begin = Clock::now();
    wait(seconds);
    const double rate = static_cast<double>(recording.iterations() - before) / seconds_since(begin);
    shown.pause();
    return rate;
}

double bare_rate(Trainer& trainer, Recorder& recorder, double seconds) {
    const auto begin = Clock::now();
    std::int64_t count = 0;
    for (; seconds_since(begin) < seconds; ++count) recorder.advance(trainer, Pace::free);
    return static_cast<double>(count) / seconds_since(begin);
}

struct Cost {
    std::vector<double> shown, bare;  // iterations a second, by round
};

Cost cost_of_window(Shown& shown, const TrainingSpec& spec, double seconds,
                    const CommonOptions& common) {
    Trainer trainer(spec, "bench", "", replica_set_factory(common));
    Recorder recorder(trainer);
    bare_rate(trainer, recorder, 0.2);
    Cost cost;
    constexpr int rounds = 5;
    for (int k = 0; k < rounds && !interrupted(); ++k) {
        cost.bare.push_back(bare_rate(trainer, recorder, seconds));
        cost.shown.push_back(shown_rate(shown, seconds));
    }
    return cost;
}

std::vector<double> watched_gaps(Shown& shown, std::size_t count) {
    PaintTimes times(shown.window.stage_card().stage());
    shown.player().set_runs_free(false);
    shown.player().run();
    wait_until([&] { return times.gaps.size() >= count; }, "watching");
    shown.pause();
    std::sort(times.gaps.begin(), times.gaps.end());
    return times.gaps;
}

double idle_share(double seconds) {
    wait(0.5);
    const double before = processor_seconds();
    const auto begin = Clock::now();
    wait(seconds);
    return (processor_seconds() - before) / seconds_since(begin);
}

// Of the whole process, with the toy in the window and so many watched frames of a small training.
double megabytes_with(std::int64_t frames, const CommonOptions& common) {
    const Shown shown(load_scenario("toy"), common);
    TrainingSpec spec = load_scenario("split-the-batch").training();
    spec.steps = frames;
    Trainer trainer(spec, "bench", "", replica_set_factory(common));
    Recorder recorder(trainer);
    while (recorder.recording()->frame_count() < frames) recorder.advance(trainer, Pace::watched);
    return resident_megabytes();
}

}  // namespace

int bench_window(const BenchOptions& options, const CommonOptions& common) {
    const auto application = headless_application();

    constexpr std::int64_t frames = 10000;  // as the last line says
    const double memory = megabytes_with(frames, common);
    Session session;
    TrainingSpec spec = bench_spec(options);
    if (!options.world_sizes.empty()) spec.world_size = options.world_sizes.front();
    session.title = "bench";
    session.content = spec;
    Shown shown(session, common);
    const double seconds = options.seconds;
    const Cost cost = cost_of_window(shown, spec, seconds, common);
    const std::vector<double> gaps =
        watched_gaps(shown, static_cast<std::size_t>(10 + 500 * seconds));
    const double idle = idle_share(4 * seconds);

    const auto best = [](const std::vector<double>& v) {
        return v.empty() ? 0 : *std::max_element(v.begin(), v.end());
    };
    const auto quantile = [&](double share) {
        return gaps.empty()
                   ? 0
                   : gaps[static_cast<std::size_t>(share * static_cast<double>(gaps.size() - 1))];
    };
    if (options.csv) std::cout << "what,value\n";
    const auto line = [&](const char* what, double value, int digits) {
        std::cout << std::fixed << std::setprecision(digits);
        if (options.csv)
            std::cout << '"' << what << "\"," << value << '\n';
        else
            std::cout << std::setw(10) << value << "  " << what << '\n';
    };
    line("free run without a window: iterations/s, best", best(cost.bare), 0);
    line("free run without a window: iterations/s, median", median_of(cost.bare), 0);
    line("free run in the window: iterations/s, best", best(cost.shown), 0);
    line("free run in the window: iterations/s, median", median_of(cost.shown), 0);
    line("watched: frames/s painted while tokens move, median",
         gaps.empty() ? 0 : 1 / quantile(0.5), 1);
    line("watched: milliseconds between two of them, 99 % are faster than", 1e3 * quantile(0.99),
         1);
    line("paused: share of one core", idle, 4);
    line("the toy and 10000 watched frames of split-the-batch: MB of the process", memory, 0);
    return 0;
}

}  // namespace ringscope
#endif
