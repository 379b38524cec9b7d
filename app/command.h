#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

#include "core/opencl/factory.h"

namespace ringscope {

// --devices, --device and --compute-units: every sub-command and the window take them.
struct CommonOptions {
    std::string devices = "auto";
    std::string device;
    std::optional<int> compute_units;
};

// What the command line asks for. Parsing fills it; main runs `action` afterwards.
struct Invocation {
    CommonOptions common;
    std::function<int()> action;  // returns the exit code or throws Error
};

// Adds a sub-command with the common options. The caller adds its own options to it and sets its
// callback to store an action in the invocation, which outlives the action:
//     auto options = std::make_shared<RingOptions>();
//     CLI::App* command = add_command(app, invocation, "ring", "One all-reduce of given vectors");
//     command->add_option("--values", options->values, "...")->required();
//     command->callback([&invocation, options] {
//         invocation.action = [&invocation, options] { return run(*options, invocation.common); };
//     });
CLI::App* add_command(CLI::App& app, Invocation& invocation, const std::string& name,
                      const std::string& description);
void add_common_options(CLI::App& command, CommonOptions& options);

// Checks that an option's value is a whole number, not negative, in decimal and below 2^63. The
// library would read 010 as eight and cut off what is too large.
CLI::Validator decimal();

// Checks that an option's value is a number from low to high. CLI::Range takes NaN for one.
CLI::Validator number_between(double low, double high);

// What the options ask of the placement.
opencl::PlacementRequest placement_request(const CommonOptions& options);

// Chooses how many compute units a CPU driver shall have; to be called once, when the number of
// ranks is known and before the first OpenCL call. --compute-units wins, then the driver's own
// environment variable. Otherwise at least one a rank (up to 16), so that real partitions exist
// even on a machine with fewer cores; the placement then says that it is oversubscribed.
void prepare_compute_units(const CommonOptions& options, int world_size);

// Makes the executors of bare collectives on the devices that the options ask for.
ExecutorFactory executor_factory(const CommonOptions& options);
// The same for the replicas of training runs.
ReplicaSetFactory replica_set_factory(const CommonOptions& options);

}  // namespace ringscope
