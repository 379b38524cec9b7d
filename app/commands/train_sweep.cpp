#include "app/commands/train_sweep.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/interrupt.h"
#include "core/session/sweep_json.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

const std::vector<int> usual_world_sizes = {1, 2, 4, 8};

void print_head() {
    std::printf("%3s %7s %12s %9s %11s %9s %9s %14s %10s\n", "N", "batch", "samples/s", "compute",
                "all-reduce", "update", "host", "bytes/device", "identical");
    std::printf("%3s %7s %12s %41s\n", "", "", "free run", "milliseconds an iteration, watched");
}

void print_row(const SweepPoint& point) {
    std::int64_t most = 0;
    for (const MemoryUse& rank : point.memory) most = std::max(most, total(rank));
    const TimeShares& shares = point.shares;
    std::printf("%3d %7lld %12.0f %9.3f %11.3f %9.3f %9.3f %14lld %10s\n", point.world_size,
                static_cast<long long>(point.batch), point.samples_per_second, 1e3 * shares.compute,
                1e3 * shares.communication, 1e3 * shares.update, 1e3 * shares.host,
                static_cast<long long>(most), point.identical ? "yes" : "NO");
}

}  // namespace

int run_sweep(const Session& session, const CommonOptions& common, bool json) {
    const std::vector<int>& sizes = session.is_sweep() ? session.world_sizes : usual_world_sizes;
    prepare_compute_units(common, sizes.back());
    if (!json) print_head();
    int differing = 0;
    measure_sweep(
        session.training(), sizes, replica_set_factory(common),
        [](double) { return !interrupted(); },
        [&](const SweepPoint& point) {
            if (json)
                std::cout << to_json(point) << '\n' << std::flush;
            else
                print_row(point);
            std::fflush(stdout);
            if (!point.identical && differing == 0) differing = point.world_size;
        });
    if (differing != 0)
        throw Error(ErrorCode::replicas_differ, "train --sweep",
                    "the replicas' parameters differ with world size " + std::to_string(differing),
                    session.training().faults.empty()
                        ? "No fault was asked for: the device gives wrong results; try another "
                          "with --device"
                        : "The spec asks for faults");
    return 0;
}

}  // namespace ringscope
