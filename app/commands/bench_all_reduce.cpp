#include <iomanip>
#include <iostream>

#include "app/commands/bench_options.h"
#include "app/commands/bench_rounds.h"
#include "app/commands/host_peers.h"
#include "app/interrupt.h"
#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/collective/ring.h"
#include "core/support/error.h"
#include "core/train/run.h"

namespace ringscope {

namespace {

// 4 KiB to 64 MiB a rank.
std::vector<std::int64_t> usual_sizes() {
    std::vector<std::int64_t> sizes;
    for (std::int64_t bytes = 4 << 10; bytes <= 64 << 20; bytes *= 4) sizes.push_back(bytes);
    return sizes;
}

// What is timed: enqueueing all-reduces one after another and waiting once, as nccl-tests does, and
// waiting after each, as a program does that needs every result.
struct Device {
    Device(int world_size, std::int64_t length, const std::string& algorithm,
           const CommonOptions& common)
        : schedule(make_all_reduce(algorithm, world_size, length, Ownership::textbook)),
          placed(executor_factory(common)(world_size, length, receive_elements(schedule))) {}

    void all_reduce() { placed.executor->run_all(schedule, 0); }
    void step_by_step() {
        for (const Step& step : schedule.steps) placed.executor->run(schedule, step, 0);
    }

    // Elements that do not hold the sum of all ranks' values after one all-reduce.
    std::int64_t wrong() {
        Executor& executor = *placed.executor;
        std::vector<float> values(static_cast<std::size_t>(schedule.length));
        for (Rank r = 0; r < schedule.world_size; ++r) {
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = telling_value(r, i);
            executor.write(r, 0, values);
        }
        all_reduce();
        std::int64_t count = 0;
        for (Rank r = 0; r < schedule.world_size; ++r) {
            executor.read(r, 0, values);
            count += wrong_sums(values, schedule.world_size);
        }
        // Zeros stay zeros however often they are added up.
        std::fill(values.begin(), values.end(), 0.0F);
        for (Rank r = 0; r < schedule.world_size; ++r) executor.write(r, 0, values);
        executor.finish();
        return count;
    }

    Schedule schedule;
    PlacedExecutor placed;
};

struct Line {
    int world_size;
    std::int64_t bytes;
    std::string placement;
    std::int64_t wrong;
    std::vector<Timing> timings;
};

// nccl-tests' definitions: algorithm bandwidth is the vector's size by the time; bus bandwidth is
// what every link carries if each byte crosses it 2 (N-1)/N times, whatever really moved.
double algorithm_bandwidth(const Line& line, double seconds) {
    return static_cast<double>(line.bytes) / seconds / 1e9;
}
double bus_bandwidth(const Line& line, double seconds) {
    return algorithm_bandwidth(line, seconds) * 2 * (line.world_size - 1) / line.world_size;
}

Line measure(int world_size, std::int64_t bytes, const BenchOptions& options,
             const CommonOptions& common) {
    const std::int64_t length = bytes / 4;
    Device device(world_size, length, options.algorithm, common);
    const Schedule ring = ring_all_reduce(world_size, length, Ownership::textbook);
    ThreadRing threads(ring);
    MemcpyPeer copies(ring);
    Line line{
        world_size, bytes, device.placed.placement.summary, device.wrong() + threads.wrong(), {}};
    line.timings = time_in_rounds({{options.algorithm,
                                    [&](int repeats) {
                                        for (int k = 0; k < repeats; ++k) device.all_reduce();
                                        device.placed.executor->finish();
                                    }},
                                   {options.algorithm + ", waiting for each",
                                    [&](int repeats) {
                                        for (int k = 0; k < repeats; ++k) {
                                            device.all_reduce();
                                            device.placed.executor->finish();
                                        }
                                    }},
                                   {options.algorithm + ", step by step",
                                    [&](int repeats) {
                                        for (int k = 0; k < repeats; ++k) device.step_by_step();
                                        device.placed.executor->finish();
                                    }},
                                   {"C++ threads", [&](int repeats) { threads.run(repeats); }},
                                   {"memcpy", [&](int repeats) { copies.run(repeats); }}},
                                  options.seconds);
    return line;
}

void print_csv(const Line& line) {
    for (const Timing& t : line.timings)
        std::cout << line.world_size << ',' << line.bytes << ",\"" << t.name << "\","
                  << t.best * 1e6 << ',' << t.median * 1e6 << ','
                  << algorithm_bandwidth(line, t.best) << ',' << bus_bandwidth(line, t.best) << ','
                  << line.wrong << '\n';
}

void print_head(const Line& line) {
    std::cout << "# " << line.placement << '\n'
              << "#                                          waiting once, best"
                 "               best, us                       median\n"
              << "#     size       count    type  redop     time   algbw   busbw  #wrong"
                 "     each    steps  threads   memcpy       time\n"
              << "#      (B)  (elements)                    (us)  (GB/s)  (GB/s)\n";
}

void print_row(const Line& line) {
    const Timing& own = line.timings[0];
    std::cout << std::setw(10) << line.bytes << std::setw(12) << line.bytes / 4 << "   float    sum"
              << std::fixed << std::setprecision(1) << std::setw(9) << own.best * 1e6
              << std::setprecision(2) << std::setw(8) << algorithm_bandwidth(line, own.best)
              << std::setw(8) << bus_bandwidth(line, own.best) << std::setw(8) << line.wrong
              << std::setprecision(1);
    for (std::size_t i = 1; i < line.timings.size(); ++i)
        std::cout << std::setw(9) << line.timings[i].best * 1e6;
    std::cout << std::setw(11) << own.median * 1e6 << '\n' << std::defaultfloat;
}

}  // namespace

int bench_all_reduce(const BenchOptions& options, const CommonOptions& common) {
    const std::vector<int> world_sizes =
        options.world_sizes.empty() ? std::vector{2, 4, 8} : options.world_sizes;
    if (options.csv)
        std::cout << "world_size,bytes,contestant,best_us,median_us,algbw,busbw,wrong\n";
    const std::vector<std::int64_t> sizes = options.bytes.empty() ? usual_sizes() : options.bytes;
    std::int64_t wrong = 0;
    for (const int n : world_sizes)
        for (const std::int64_t bytes : sizes) {
            if (interrupted()) break;
            const Line line = measure(n, bytes, options, common);
            wrong += line.wrong;
            if (options.csv) {
                print_csv(line);
            } else {
                if (bytes == sizes.front()) print_head(line);
                print_row(line);
            }
            std::cout.flush();
        }
    if (wrong > 0)
        throw Error(ErrorCode::replicas_differ, "bench all-reduce",
                    std::to_string(wrong) + " elements are not the sum of all ranks' values",
                    "The device gives wrong results; try another with --device");
    return 0;
}

}  // namespace ringscope
