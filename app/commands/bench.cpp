#include "app/commands/bench.h"

#include <memory>

#include "app/commands/bench_options.h"
#include "core/collective/algorithms.h"
#include "core/support/error.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

int run_bench(const std::string& what, const BenchOptions& options, const CommonOptions& common) {
    // The driver's own number of compute units, since more than there are cores would slow
    // launches; but as the window does where its start is measured.
    if (what == "start")
        prepare_compute_units(common, 8);
    else
        opencl::prepare_driver(common.compute_units);
    if (what == "all-reduce") return bench_all_reduce(options, common);
    if (what == "train") return bench_train(options, common);
    if (what == "record") return bench_record(options, common);
#ifdef RINGSCOPE_GUI
    if (what == "paint") return bench_paint(options, common);
    if (what == "export") return bench_export(options, common);
    return what == "window" ? bench_window(options, common) : bench_start(options, common);
#else
    throw Error(ErrorCode::bad_input, "bench", "this program was built without the window",
                "Build it with -DRINGSCOPE_GUI=ON");
#endif
}

}  // namespace

void add_bench_command(CLI::App& app, Invocation& invocation) {
    struct Chosen {
        std::string what;
        BenchOptions options;
    };
    const auto chosen = std::make_shared<Chosen>();
    BenchOptions& options = chosen->options;
    CLI::App* command = add_command(app, invocation, "bench",
                                    "Measures this program beside others that do the same");
    command
        ->add_option("what", chosen->what,
                     "all-reduce, train, record, paint, window, export or start")
        ->required()
        ->check(
            CLI::IsMember({"all-reduce", "train", "record", "paint", "window", "export", "start"}))
        ->type_name("WHAT");
    command->add_option("--algorithm", options.algorithm, "all-reduce: ring (default), or another")
        ->check(CLI::IsMember(algorithm_names()))
        ->type_name("A");
    command
        ->add_option("--bytes", options.bytes,
                     "all-reduce: sizes of a rank's vector, instead of 4 KiB to 64 MiB")
        ->check(CLI::Range(std::int64_t{4}, std::int64_t{1} << 30))
        ->type_name("B,B,..")
        ->delimiter(',');
    command
        ->add_option("--world-size", options.world_sizes,
                     "Numbers of ranks, instead of 2, 4 and 8 (train: 1, 2, 4 and 8)")
        ->check(CLI::Range(1, max_world_size))
        ->type_name("N,N,..")
        ->delimiter(',');
    command
        ->add_option(
            "--spec", options.spec,
            "train, record, window: a training spec or scenario, instead of the digits network")
        ->type_name("SPEC");
    command
        ->add_option("--seconds", options.seconds,
                     "About how long to measure for one line of a table (default 0.5)")
        ->check(number_between(0.0, 3600.0))
        ->type_name("T");
    command->add_flag("--csv", options.csv, "Print comma-separated values");
    command->callback([&invocation, chosen] {
        invocation.action = [&invocation, chosen] {
            return run_bench(chosen->what, chosen->options, invocation.common);
        };
    });
}

}  // namespace ringscope
