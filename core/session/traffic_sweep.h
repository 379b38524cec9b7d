#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/support/progress.h"
#include "core/train/run.h"

namespace ringscope {

// What one all-reduce really moved, counted where its commands were enqueued.
struct MeasuredTraffic {
    std::string algorithm;
    int world_size = 1;
    std::int64_t busiest_bytes = 0;  // of the rank that sent most
    std::int64_t total_bytes = 0;
    double seconds = 0;  // of one all-reduce, the host waiting at its end only
};

// Runs every algorithm once for each world size on vectors of `length` elements. Progress goes from
// 0 to 1 and can stop it (Error cancelled). Throws Error.
std::vector<MeasuredTraffic> measure_traffic(std::int64_t length,
                                             const std::vector<int>& world_sizes,
                                             const ExecutorFactory& make_executor,
                                             const Progress& progress);

}  // namespace ringscope
