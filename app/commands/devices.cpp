#include "app/commands/devices.h"

#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/support/json.h"
#include "core/train/placement_json.h"

namespace ringscope {

namespace {

struct DevicesOptions {
    int world_size = 4;
    bool json = false;
};

void write_device(JsonWriter& json, const opencl::DeviceInfo& device) {
    json.begin_object();
    json.member("index", device.index);
    json.member("platform", device.platform).member("platform_version", device.platform_version);
    json.member("name", device.name).member("version", device.version).member("type", device.type);
    json.member("compute_units", device.compute_units);
    json.member("global_memory_bytes", device.global_memory_bytes);
    json.member("max_allocation_bytes", device.max_allocation_bytes);
    json.member("max_partitions", device.max_partitions);
    json.key("partition_types").begin_array();
    for (const std::string& type : device.partition_types) json.value(type);
    json.end_array().member("usable", device.usable);
    json.key("why_not");
    if (device.usable)
        json.null();
    else
        json.value(device.why_not);
    json.end_object();
}

void print_json(const std::vector<opencl::DeviceInfo>& devices, int world_size,
                const Placement& placement) {
    JsonWriter json(std::cout);
    json.begin_object().key("devices").begin_array();
    for (const opencl::DeviceInfo& device : devices) write_device(json, device);
    json.end_array().member("world_size", world_size).key("placement");
    write_placement(json, placement);
    json.end_object();
    std::cout << '\n';
}

double gibibytes(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

void print_device(const opencl::DeviceInfo& device) {
    std::cout << "device " << device.index << ": " << device.name << " (" << device.type << ")\n"
              << "  platform       " << device.platform << ", " << device.platform_version << '\n'
              << "  version        " << device.version << '\n'
              << "  compute units  " << device.compute_units << '\n'
              << std::fixed << std::setprecision(1) << "  memory         "
              << gibibytes(device.global_memory_bytes) << " GiB, one buffer up to "
              << gibibytes(device.max_allocation_bytes) << " GiB\n"
              << "  partitions     ";
    if (device.max_partitions > 1) {
        std::cout << "up to " << device.max_partitions << " (";
        for (std::size_t i = 0; i < device.partition_types.size(); ++i)
            std::cout << (i ? ", " : "") << device.partition_types[i];
        std::cout << ")\n";
    } else {
        std::cout << "cannot be split\n";
    }
    if (!device.usable) std::cout << "  not usable     " << device.why_not << '\n';
}

void print_text(const std::vector<opencl::DeviceInfo>& devices, int world_size,
                const Placement& placement) {
    for (const opencl::DeviceInfo& device : devices) print_device(device);
    std::cout << "\nplacement of " << world_size << (world_size == 1 ? " rank: " : " ranks: ")
              << placement.summary << '\n';
    for (std::size_t rank = 0; rank < placement.ranks.size(); ++rank) {
        const RankPlace& place = placement.ranks[rank];
        std::cout << "  rank " << rank << "  " << place.label << ", device " << place.device_index
                  << ", " << place.compute_units
                  << (place.compute_units == 1 ? " compute unit" : " compute units") << '\n';
    }
}

int run_devices(const DevicesOptions& options, const CommonOptions& common) {
    // The number of ranks decides how many compute units a CPU driver is asked for, so the answer
    // is what a run with this number would find.
    prepare_compute_units(common, options.world_size);
    const Placement placement =
        opencl::plan_placement(options.world_size, placement_request(common));
    const std::vector<opencl::DeviceInfo> devices = opencl::list_devices();
    if (options.json)
        print_json(devices, options.world_size, placement);
    else
        print_text(devices, options.world_size, placement);
    return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, Invocation& invocation) {
    const auto options = std::make_shared<DevicesOptions>();
    CLI::App* command = add_command(app, invocation, "devices",
                                    "Every OpenCL device, and how ranks would be placed on them");
    command->add_option("--world-size", options->world_size, "Ranks to place (default 4)")
        ->check(decimal())
        ->check(CLI::Range(1, 64))
        ->type_name("N");
    command->add_flag("--json", options->json, "Print JSON");
    command->callback([&invocation, options] {
        invocation.action = [&invocation, options] {
            return run_devices(*options, invocation.common);
        };
    });
}

}  // namespace ringscope
