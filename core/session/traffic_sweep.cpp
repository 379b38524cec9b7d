#include "core/session/traffic_sweep.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

// Runs the schedule and adds up what its ranks sent.
void run_all(Executor& executor, const Schedule& schedule, std::vector<std::int64_t>& sent) {
    for (const Step& step : schedule.steps)
        for (const TransferReport& report : executor.run(schedule, step, 0))
            sent[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
    executor.finish();
}

MeasuredTraffic measure(const Schedule& schedule, const ExecutorFactory& make_executor) {
    using Clock = std::chrono::steady_clock;
    const auto executor =
        make_executor(schedule.world_size, schedule.length, receive_elements(schedule)).executor;
    std::vector<std::int64_t> sent(static_cast<std::size_t>(schedule.world_size), 0);
    run_all(*executor, schedule, sent);  // drivers finish compiling at the first launch
    std::fill(sent.begin(), sent.end(), 0);
    const auto begin = Clock::now();
    run_all(*executor, schedule, sent);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return {schedule.algorithm, schedule.world_size, *std::max_element(sent.begin(), sent.end()),
            std::accumulate(sent.begin(), sent.end(), std::int64_t{0}), seconds};
}

}  // namespace

std::vector<MeasuredTraffic> measure_traffic(std::int64_t length,
                                             const std::vector<int>& world_sizes,
                                             const ExecutorFactory& make_executor,
                                             const Progress& progress) {
    std::vector<MeasuredTraffic> all;
    const double runs = static_cast<double>(world_sizes.size() * algorithm_names().size());
    for (const int n : world_sizes)
        for (const std::string& algorithm : algorithm_names()) {
            if (progress && !progress(static_cast<double>(all.size()) / runs))
                throw Error(ErrorCode::cancelled, "measure traffic", "stopped on request");
            all.push_back(
                measure(make_all_reduce(algorithm, n, length, Ownership::textbook), make_executor));
        }
    return all;
}

}  // namespace ringscope
