#include <iomanip>
#include <iostream>

#include "app/commands/bench_rounds.h"
#include "app/commands/bench_spec.h"
#include "core/trace/recorder.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

constexpr int free_iterations = 1000;

void train(const TrainingSpec& spec, bool record, bool checkpoints, const CommonOptions& common) {
    Trainer trainer(spec, "bench", "", replica_set_factory(common));
    if (!record) {
        while (!trainer.finished()) trainer.advance(Pace::free);
        return;
    }
    Recorder recorder(std::make_shared<Recording>(trainer.info()),
                      checkpoints ? CheckpointPolicy::for_run(trainer.info())
                                  : CheckpointPolicy{free_iterations});
    while (!trainer.finished()) recorder.advance(trainer, Pace::free);
}

}  // namespace

int bench_record(const BenchOptions& options, const CommonOptions& common) {
    TrainingSpec spec = bench_spec(options);
    spec.steps = free_iterations;
    const std::vector<int> world_sizes =
        options.world_sizes.empty() ? std::vector{2, 4} : options.world_sizes;
    if (options.csv)
        std::cout << "world_size,contestant,best_s,median_s\n";
    else
        std::cout << free_iterations << " free iterations, seconds, best (median)\n"
                  << "    N     recorder off      frames and digests    and checkpoints\n";
    for (const int n : world_sizes) {
        spec.world_size = n;
        const auto run = [&](bool record, bool checkpoints) {
            return [&, record, checkpoints](int repeats) {
                for (int k = 0; k < repeats; ++k) train(spec, record, checkpoints, common);
            };
        };
        const std::vector<Timing> timings =
            time_in_rounds({{"recorder off", run(false, false)},
                            {"frames and digests", run(true, false)},
                            {"and checkpoints", run(true, true)}},
                           options.seconds);
        if (!options.csv) std::cout << std::setw(5) << n << std::fixed << std::setprecision(3);
        for (const Timing& t : timings)
            if (options.csv)
                std::cout << n << ",\"" << t.name << "\"," << t.best << ',' << t.median << '\n';
            else
                std::cout << std::setw(12) << t.best << " (" << t.median << ")";
        if (!options.csv) std::cout << '\n' << std::defaultfloat;
    }
    return 0;
}

}  // namespace ringscope
