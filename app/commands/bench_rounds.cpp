#include "app/commands/bench_rounds.h"

#include <algorithm>
#include <chrono>

#include "app/interrupt.h"

namespace ringscope {

namespace {

double seconds_of(const Contestant& contestant, int repeats) {
    const auto begin = std::chrono::steady_clock::now();
    contestant.work(repeats);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<Timing> time_in_rounds(const std::vector<Contestant>& contestants, double seconds,
                                   double call_seconds) {
    // The first calls only wake everything up.
    double round = 0;
    for (const Contestant& contestant : contestants) seconds_of(contestant, 1);
    const double once = seconds_of(contestants.front(), 1);
    for (const Contestant& contestant : contestants) round += seconds_of(contestant, 1);
    const int repeats =
        static_cast<int>(std::clamp(std::min(call_seconds, seconds) / once, 1.0, 1000.0));
    const int rounds = static_cast<int>(std::clamp(seconds / (round * repeats), 1.0, 200.0));

    std::vector<std::vector<double>> samples(contestants.size());
    for (int k = 0; k < rounds && (!interrupted() || k == 0); ++k)
        for (std::size_t i = 0; i < contestants.size(); ++i)
            samples[i].push_back(seconds_of(contestants[i], repeats) / repeats);
    std::vector<Timing> timings;
    for (std::size_t i = 0; i < contestants.size(); ++i)
        timings.push_back({contestants[i].name,
                           *std::min_element(samples[i].begin(), samples[i].end()),
                           median_of(samples[i])});
    return timings;
}

}  // namespace ringscope
