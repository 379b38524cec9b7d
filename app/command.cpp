#include "app/command.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace ringscope {

void add_common_options(CLI::App& command, CommonOptions& options) {
    command
        .add_option("--devices", options.devices,
                    "How ranks are placed: auto (default), partition, devices or shared")
        ->check(CLI::IsMember({"auto", "partition", "devices", "shared"}))
        ->type_name("KIND");
    command
        .add_option("--device", options.device,
                    "Part of a device's name, or its number in `ringscope devices`")
        ->type_name("NAME or INDEX");
    command
        .add_option("--compute-units", options.compute_units,
                    "Compute units of a CPU driver; more than cores is oversubscribed")
        ->check(CLI::Range(1, 1024))
        ->type_name("K");
}

CLI::Validator number_between(double low, double high) {
    return CLI::Validator(
        [low, high](const std::string& text) -> std::string {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
            std::ostringstream words;
            words << "found " << text << ", allowed is a number from " << low << " to " << high;
            return words.str();
        },
        "", "number");
}

CLI::Validator decimal() {
    return CLI::Validator(
        [](const std::string& text) -> std::string {
            const bool digits = !text.empty() && text.size() <= 18 &&
                                text.find_first_not_of("0123456789") == std::string::npos;
            if (digits && (text == "0" || text.front() != '0')) return {};
            return "found " + text + ", allowed is a whole number in decimal, 0 or more";
        },
        "", "decimal");
}

CLI::App* add_command(CLI::App& app, Invocation& invocation, const std::string& name,
                      const std::string& description) {
    CLI::App* command = app.add_subcommand(name, description);
    add_common_options(*command, invocation.common);
    return command;
}

opencl::PlacementRequest placement_request(const CommonOptions& options) {
    opencl::PlacementRequest request;
    request.device = options.device;
    if (options.devices == "partition") request.kind = PlacementKind::partition;
    if (options.devices == "devices") request.kind = PlacementKind::devices;
    if (options.devices == "shared") request.kind = PlacementKind::shared;
    return request;
}

void prepare_compute_units(const CommonOptions& options, int world_size) {
    if (options.compute_units || std::getenv("POCL_MAX_PTHREAD_COUNT")) {
        opencl::prepare_driver(options.compute_units);
        return;
    }
    // More partitions than this are not made on a machine that has fewer cores: launches get slow.
    constexpr int most_unasked_compute_units = 16;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    opencl::prepare_driver(std::max({1, cores, std::min(world_size, most_unasked_compute_units)}));
}

ExecutorFactory executor_factory(const CommonOptions& options) {
    return opencl::executors(placement_request(options));
}

ReplicaSetFactory replica_set_factory(const CommonOptions& options) {
    return opencl::replica_sets(placement_request(options));
}

}  // namespace ringscope
