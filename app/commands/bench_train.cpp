#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>

#include "app/commands/bench_kernels.h"
#include "app/commands/bench_rounds.h"
#include "app/commands/bench_spec.h"
#include "core/support/error.h"
#include "core/train/time_shares.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

struct Measured {
    int world_size;
    std::string placement;
    Timing timing;  // of one iteration
    TimeShares shares;
    std::int64_t samples;  // an iteration's
    double rate(double seconds) const { return static_cast<double>(samples) / seconds; }
};

std::unique_ptr<Trainer> make_trainer(TrainingSpec spec, int world_size,
                                      const CommonOptions& common) {
    if (spec.batch_per_rank) spec.global_batch = spec.batch(), spec.batch_per_rank.reset();
    spec.world_size = world_size;
    auto trainer = std::make_unique<Trainer>(spec, "bench", "", replica_set_factory(common));
    trainer->advance(Pace::free);
    return trainer;
}

// Frames say how long their phase took. The median of each phase over some iterations.
TimeShares watch(Trainer& trainer) {
    constexpr int watched = 15;
    std::vector<TimeShares> all;
    for (int k = 0; k < watched; ++k) {
        TimeShares one;
        do {
            const FramePtr frame = trainer.advance(Pace::watched);
            one.add(*frame);
        } while (!trainer.at_iteration_boundary());
        all.push_back(one);
    }
    const auto median = [&](double TimeShares::* part) {
        std::vector<double> values;
        for (const TimeShares& one : all) values.push_back(one.*part);
        return median_of(values);
    };
    return {median(&TimeShares::compute), median(&TimeShares::communication),
            median(&TimeShares::update), median(&TimeShares::host)};
}

// All world sizes in turn, so that they can be compared.
std::vector<Measured> measure(const TrainingSpec& spec, const std::vector<int>& world_sizes,
                              const BenchOptions& options, const CommonOptions& common) {
    std::vector<std::unique_ptr<Trainer>> trainers;
    std::vector<Contestant> contestants;
    for (const int n : world_sizes) {
        trainers.push_back(make_trainer(spec, n, common));
        contestants.push_back({std::to_string(n), [trainer = trainers.back().get()](int repeats) {
                                   for (int k = 0; k < repeats; ++k) trainer->advance(Pace::free);
                               }});
    }
    const auto count = static_cast<double>(world_sizes.size());
    const std::vector<Timing> timings = time_in_rounds(contestants, options.seconds * count, 0.05);
    std::vector<Measured> all;
    for (std::size_t i = 0; i < trainers.size(); ++i) {
        // The last batch of an epoch is smaller: the mean over whole epochs counts.
        const std::int64_t batch =
            std::min(trainers[i]->spec().batch(), trainers[i]->data().train.count);
        const std::int64_t data = trainers[i]->data().train.count;
        const std::int64_t batches = (data + batch - 1) / batch;
        all.push_back({world_sizes[i], trainers[i]->info().placement.summary, timings[i],
                       watch(*trainers[i]), data / batches});
    }
    return all;
}

void print_text(const std::vector<Measured>& all) {
    std::cout << "    N   samples/s, best     median   compute  communication   update     host\n"
              << std::fixed;
    for (const Measured& m : all) {
        const double sum = m.shares.sum();
        std::cout << std::setw(5) << m.world_size << std::setprecision(0) << std::setw(18)
                  << m.rate(m.timing.best) << std::setw(11) << m.rate(m.timing.median)
                  << std::setw(9) << 100 * m.shares.compute / sum << '%' << std::setw(14)
                  << 100 * m.shares.communication / sum << '%' << std::setw(8)
                  << 100 * m.shares.update / sum << '%' << std::setw(8) << 100 * m.shares.host / sum
                  << "%   " << m.placement << '\n';
    }
    std::cout << std::defaultfloat
              << "Shares are of an iteration in which the host waits after each phase.\n";
}

void print_csv(const std::vector<Measured>& all) {
    std::cout << "world_size,best_samples_per_s,median_samples_per_s,compute_us,communication_us,"
                 "update_us,host_us,placement\n";
    for (const Measured& m : all)
        std::cout << m.world_size << ',' << m.rate(m.timing.best) << ',' << m.rate(m.timing.median)
                  << ',' << m.shares.compute * 1e6 << ',' << m.shares.communication * 1e6 << ','
                  << m.shares.update * 1e6 << ',' << m.shares.host * 1e6 << ",\"" << m.placement
                  << "\"\n";
}

}  // namespace

int bench_train(const BenchOptions& options, const CommonOptions& common) {
    const std::vector<int> world_sizes =
        options.world_sizes.empty() ? std::vector{1, 2, 4, 8} : options.world_sizes;
    const std::vector<Measured> all = measure(bench_spec(options), world_sizes, options, common);
    if (options.csv)
        print_csv(all);
    else
        print_text(all);
    bench_kernels(options, common);
    return 0;
}

}  // namespace ringscope
