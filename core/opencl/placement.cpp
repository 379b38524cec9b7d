#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <thread>

#include "core/opencl/device_error.h"
#include "core/opencl/hardware.h"

namespace ringscope::opencl {

namespace {

using Roots = std::vector<RootDevice>;

constexpr const char* install_hint =
    "Install a driver: on Debian or Ubuntu `apt install pocl-opencl-icd` runs on any CPU, for a "
    "GPU "
    "install its vendor's OpenCL driver; `ringscope devices` then lists it";

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string plural(int count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string number_and_name(const RootDevice& root) {
    return std::to_string(root.info.index) + " (" + root.info.name + ")";
}

std::string names_of(const Roots& roots) {
    std::string text;
    for (const RootDevice& root : roots) text += (text.empty() ? "" : ", ") + number_and_name(root);
    return text;
}

bool is_number(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; });
}

Roots matching(const Roots& all, const std::string& wanted) {
    if (wanted.empty()) return all;
    Roots found;
    for (const RootDevice& root : all)
        if (is_number(wanted) ? std::to_string(root.info.index) == wanted
                              : lower(root.info.name).find(lower(wanted)) != std::string::npos)
            found.push_back(root);
    if (found.empty())
        throw Error(ErrorCode::bad_input, "--device",
                    "no device is called or numbered \"" + wanted + "\"",
                    "There are: " + names_of(all));
    return found;
}

// The devices that may be used, best first: GPUs, then CPUs that can be split, then by compute
// units. (Software renderers that also list a CPU cannot be split, so the real one comes first.)
Roots candidates(const std::string& wanted) {
    const Roots all = root_devices();
    if (all.empty())
        throw Error(ErrorCode::no_device, "OpenCL", "no OpenCL device was found", install_hint);
    Roots usable = matching(all, wanted);
    const RootDevice first = usable.front();
    std::erase_if(usable, [](const RootDevice& root) { return !root.info.usable; });
    if (usable.empty())
        throw Error(ErrorCode::no_device, "OpenCL",
                    "device " + number_and_name(first) + " cannot be used: " + first.info.why_not,
                    install_hint);
    const auto rank_of = [](const RootDevice& root) {
        const int type = root.info.type == "GPU" ? 0 : root.info.type == "CPU" ? 1 : 2;
        return std::tuple(type, root.info.max_partitions == 1, -root.info.compute_units,
                          root.info.index);
    };
    std::sort(usable.begin(), usable.end(),
              [&](const RootDevice& a, const RootDevice& b) { return rank_of(a) < rank_of(b); });
    return usable;
}

int count_gpus(const Roots& roots) {
    return static_cast<int>(std::count_if(
        roots.begin(), roots.end(), [](const RootDevice& r) { return r.info.type == "GPU"; }));
}

// The devices that several ranks share: all GPUs, or one CPU (two CPU devices of one machine are
// the same cores), or all that the user named.
Roots shared_devices(const Roots& roots, bool named) {
    if (named) return roots;
    return {roots.begin(), roots.begin() + std::max(1, count_gpus(roots))};
}

void add_rank(Plan& plan, const RootDevice& root, const cl::Device& device, std::string label) {
    RankPlace place;
    place.label = std::move(label);
    place.device = root.info.name;
    place.platform = root.info.platform;
    place.device_index = root.info.index;
    place.compute_units = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    plan.placement.ranks.push_back(std::move(place));
    plan.devices.push_back(device);
    plan.roots.push_back(root);
}

std::string device_label(const RootDevice& root) {
    return root.info.type + " " + std::to_string(root.info.index);
}

Plan on_devices(int world_size, const Roots& roots) {
    if (std::ssize(roots) < world_size)
        throw Error(ErrorCode::bad_input, "--devices devices",
                    plural(world_size, "rank") + " need a device each, there " +
                        (roots.size() == 1 ? "is " : "are ") + names_of(roots),
                    "Use a world size of up to " + std::to_string(roots.size()) +
                        ", or --devices partition or shared");
    Plan plan;
    plan.placement.kind = PlacementKind::devices;
    for (int r = 0; r < world_size; ++r) {
        const RootDevice& root = roots[static_cast<std::size_t>(r)];
        add_rank(plan, root, root.device, device_label(root));
    }
    plan.placement.summary = world_size == 1 ? "One device, used whole: " + roots.front().info.name
                                             : plural(world_size, "device") + ", one a rank";
    return plan;
}

std::optional<Plan> on_partitions(int world_size, const RootDevice& root) {
    const std::vector<cl::Device> parts = split_device(root, world_size);
    if (parts.empty()) return std::nullopt;
    Plan plan;
    plan.placement.kind = PlacementKind::partition;
    for (int r = 0; r < world_size; ++r)
        add_rank(plan, root, parts[static_cast<std::size_t>(r)],
                 "partition " + std::to_string(r + 1) + " of " + std::to_string(world_size));
    plan.placement.summary =
        plural(world_size, "partition") + " of one " + root.info.type + " (" + root.info.name +
        "), " + plural(plan.placement.ranks.front().compute_units, "compute unit") + " each";
    return plan;
}

Plan partition_or_say_why(int world_size, const Roots& roots) {
    for (const RootDevice& root : roots)
        if (auto plan = on_partitions(world_size, root)) return *std::move(plan);
    const DeviceInfo& info = roots.front().info;
    const int most = std::min(info.max_partitions, info.compute_units);
    const std::string found = "device " + number_and_name(roots.front()) + " has " +
                              plural(info.compute_units, "compute unit");
    if (most <= 1)
        throw Error(ErrorCode::bad_input, "--devices partition", found + " and cannot be split",
                    "Use --devices shared");
    throw Error(ErrorCode::bad_input, "--devices partition",
                found + ", so it cannot be split into " + std::to_string(world_size) + " parts",
                "Use a world size of up to " + std::to_string(most) + ", or --compute-units " +
                    std::to_string(world_size) + " or more, or --devices shared");
}

Plan shared(int world_size, const Roots& roots) {
    Plan plan;
    plan.placement.kind = PlacementKind::shared;
    for (int r = 0; r < world_size; ++r) {
        const RootDevice& root = roots[static_cast<std::size_t>(r) % roots.size()];
        const std::string buffers = "buffers " + std::to_string(r / std::ssize(roots));
        add_rank(plan, root, root.device,
                 (roots.size() == 1 ? "shared" : device_label(root)) + ", " + buffers);
    }
    plan.placement.summary =
        plural(world_size, "rank") + " share " +
        (roots.size() == 1 ? "one " + roots.front().info.type + " (" + roots.front().info.name + ")"
                           : plural(static_cast<int>(roots.size()), "device")) +
        ", each with its own buffers";
    return plan;
}

Plan best(int world_size, const Roots& roots, bool named) {
    if (count_gpus(roots) >= world_size || world_size == 1) return on_devices(world_size, roots);
    if (count_gpus(roots) == 0)
        if (auto plan = on_partitions(world_size, roots.front())) return *std::move(plan);
    return shared(world_size, shared_devices(roots, named));
}

void number_contexts(Plan& plan, ContextRule rule) {
    std::vector<cl_platform_id> platforms;
    for (std::size_t r = 0; r < plan.roots.size(); ++r) {
        const cl_platform_id platform = plan.roots[r].platform();
        auto found = std::find(platforms.begin(), platforms.end(), platform);
        if (found == platforms.end() || rule == ContextRule::per_rank)
            found = platforms.insert(platforms.end(), platform);
        plan.placement.ranks[r].context = static_cast<int>(found - platforms.begin());
    }
}

// Compute units of CPUs in use: each partition's own, each root device's once.
int cpu_units_in_use(const Plan& plan) {
    int units = 0;
    std::vector<cl_device_id> seen;
    for (std::size_t r = 0; r < plan.devices.size(); ++r) {
        const cl_device_id id = plan.devices[r]();
        if (plan.roots[r].info.type != "CPU" || std::count(seen.begin(), seen.end(), id)) continue;
        seen.push_back(id);
        units += plan.placement.ranks[r].compute_units;
    }
    return units;
}

void complete_summary(Placement& placement, int units) {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    placement.oversubscribed = cores > 0 && units > cores;
    if (placement.oversubscribed)
        placement.summary +=
            "; oversubscribed: " + plural(units, "compute unit") + " on " + plural(cores, "core");
    if (placement.ranks.size() == 1) return;
    const bool staged = placement.ranks.back().context > 0;
    const RankPlace& first = placement.ranks.front();
    const bool joint =
        std::all_of(placement.ranks.begin(), placement.ranks.end(), [&](const RankPlace& place) {
            return place.context == first.context && place.device_index == first.device_index;
        });
    placement.summary += joint ? ". The whole device moves and adds for all ranks"
                               : ". Each rank's own queue receives and adds";
    if (staged) placement.summary += "; transfers between contexts go through the host";
}

}  // namespace

std::vector<cl::Device> split_device(const RootDevice& root, int parts) {
    const int units = root.info.compute_units / parts;
    if (units < 1 || root.info.partition_types.empty()) return {};
    const auto& types = root.info.partition_types;
    std::vector<cl_device_partition_property> request;
    if (std::find(types.begin(), types.end(), "by counts") != types.end()) {
        request.push_back(CL_DEVICE_PARTITION_BY_COUNTS);
        request.insert(request.end(), static_cast<std::size_t>(parts), units);
        request.push_back(CL_DEVICE_PARTITION_BY_COUNTS_LIST_END);
    } else if (std::find(types.begin(), types.end(), "equally") != types.end()) {
        request = {CL_DEVICE_PARTITION_EQUALLY, units};  // compute units a part, not parts
    } else {
        return {};
    }
    request.push_back(0);
    std::vector<cl::Device> devices;
    try {
        // createSubDevices takes the list without const before CLHPP 2.1.
        cl::Device device = root.device;
        device.createSubDevices(request.data(), &devices);
        if (std::ssize(devices) < parts) return {};
        devices.resize(static_cast<std::size_t>(parts));
        for (const cl::Device& part : devices)
            if (static_cast<int>(part.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()) != units) return {};
    } catch (const cl::Error&) {
        return {};
    }
    return devices;
}

Plan make_plan(int world_size, const PlacementRequest& request, ContextRule rule) {
    expect(world_size >= 1, "make_plan: world_size >= 1");
    return on_device({"place ranks"}, [&] {
        const Roots roots = candidates(request.device);
        const bool named = !request.device.empty();
        Plan plan;
        if (!request.kind)
            plan = best(world_size, roots, named);
        else if (*request.kind == PlacementKind::devices)
            plan = on_devices(world_size, roots);
        else if (*request.kind == PlacementKind::partition)
            plan = partition_or_say_why(world_size, roots);
        else if (*request.kind == PlacementKind::shared)
            plan = shared(world_size, shared_devices(roots, named));
        else
            throw ContractError("make_plan: the host is not an OpenCL placement");
        number_contexts(plan, rule);
        complete_summary(plan.placement, cpu_units_in_use(plan));
        return plan;
    });
}

Placement plan_placement(int world_size, const PlacementRequest& request) {
    return make_plan(world_size, request).placement;
}

}  // namespace ringscope::opencl
