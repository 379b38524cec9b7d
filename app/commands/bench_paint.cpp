#ifdef RINGSCOPE_GUI
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>

#include "app/commands/bench_options.h"
#include "app/commands/bench_rounds.h"
#include "app/headless.h"
#include "app/interrupt.h"
#include "core/session/make_run.h"
#include "ui/stage/stage_figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

// All frames of one all-reduce of 4 N numbers.
std::vector<StageScene> scenes_of(int world_size, const CommonOptions& common) {
    Session session;
    CollectiveInput input;
    for (Rank r = 0; r < world_size; ++r) {
        input.values.emplace_back();
        for (int i = 0; i < 4 * world_size; ++i)
            input.values.back().push_back(static_cast<float>((r + 1) * (i % 7 + 1)));
    }
    session.content = std::move(input);
    const auto run = make_run(session, replica_set_factory(common), executor_factory(common));
    const auto info = std::make_shared<RunInfo>(run->info());
    std::vector<StageScene> scenes;
    FramePtr before;
    while (!run->finished()) {
        const FramePtr frame = run->advance(Pace::watched);
        scenes.push_back({info, frame, before, 0.5, {}});
        scenes.back().steps.push_back(frame);
        before = frame;
    }
    return scenes;
}

struct Painted {
    double median, p99;  // seconds a frame
};

// Lays out and paints frame after frame of the all-reduce, half-way through its transfers.
Painted paint(StageView view, const std::vector<StageScene>& scenes, QSize size, double seconds) {
    const Theme theme = Theme::light();
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    std::vector<double> times;
    const auto figure = make_stage_figure(view, scenes.front());
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    for (std::size_t k = 0; k < 2 * scenes.size() || (Clock::now() < end && !interrupted()); ++k) {
        const auto begin = Clock::now();
        figure->set_scene(scenes[k % scenes.size()]);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        figure->paint(painter, image.rect(), theme);
        painter.end();
        // The first pass fills the caches of text.
        if (k >= scenes.size())
            times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    return {median_of(times),
            times[static_cast<std::size_t>(0.99 * static_cast<double>(times.size() - 1))]};
}

}  // namespace

int bench_paint(const BenchOptions& options, const CommonOptions& common) {
    const auto application = headless_application();
    const std::vector<int> world_sizes =
        options.world_sizes.empty() ? std::vector{2, 4, 8, 16} : options.world_sizes;
    if (options.csv)
        std::cout << "world_size,width,height,view,median_ms,p99_ms\n";
    else
        std::cout << "Milliseconds to lay out and paint a frame, median (99 % are faster than)\n"
                  << "    N        size             ring            table       space-time\n";
    for (const int n : world_sizes)
        for (const QSize size : {QSize(1280, 800), QSize(3840, 2160)}) {
            const std::vector<StageScene> scenes = scenes_of(n, common);
            if (!options.csv)
                std::cout << std::setw(5) << n << std::setw(7) << size.width() << " x "
                          << size.height() << std::fixed << std::setprecision(1);
            for (const auto& [view, view_name] :
                 {std::pair(StageView::ring, "ring"), std::pair(StageView::table, "table"),
                  std::pair(StageView::space_time, "space-time")}) {
                const Painted painted = paint(view, scenes, size, options.seconds);
                if (options.csv)
                    std::cout << n << ',' << size.width() << ',' << size.height() << ','
                              << view_name << ',' << painted.median * 1e3 << ','
                              << painted.p99 * 1e3 << '\n';
                else
                    std::cout << std::setw(8) << painted.median * 1e3 << " (" << std::setw(5)
                              << painted.p99 * 1e3 << ')';
            }
            if (!options.csv) std::cout << '\n' << std::defaultfloat;
        }
    return 0;
}

}  // namespace ringscope
#endif
