#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/command.h"

namespace ringscope {

// What the benchmarks can be asked for; each uses a part of it.
struct BenchOptions {
    std::string algorithm = "ring";   // all-reduce
    std::vector<int> world_sizes;     // empty: the benchmark's own
    std::vector<std::int64_t> bytes;  // all-reduce: sizes of a rank's vector; empty: its own
    std::string spec;                 // train, record: empty for the digits network
    double seconds = 0.5;             // for one line of a table
    bool csv = false;
};

int bench_all_reduce(const BenchOptions& options, const CommonOptions& common);
int bench_train(const BenchOptions& options, const CommonOptions& common);
int bench_record(const BenchOptions& options, const CommonOptions& common);
#ifdef RINGSCOPE_GUI
int bench_paint(const BenchOptions& options, const CommonOptions& common);
int bench_window(const BenchOptions& options, const CommonOptions& common);
int bench_export(const BenchOptions& options, const CommonOptions& common);
int bench_start(const BenchOptions& options, const CommonOptions& common);
#endif

}  // namespace ringscope
