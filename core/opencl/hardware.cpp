#include "core/opencl/hardware.h"

#include <map>
#include <mutex>
#include <tuple>

#include "core/opencl/device_error.h"
#include "core/opencl/program.h"

namespace ringscope::opencl {

namespace {

std::vector<cl::Context> open_contexts(const Plan& plan) {
    std::vector<std::vector<cl::Device>> devices;
    for (std::size_t r = 0; r < plan.devices.size(); ++r) {
        const auto number = static_cast<std::size_t>(plan.placement.ranks[r].context);
        devices.resize(std::max(devices.size(), number + 1));
        std::vector<cl::Device>& in_context = devices[number];
        const auto has = [&](const cl::Device& device) {
            return std::any_of(in_context.begin(), in_context.end(),
                               [&](const cl::Device& d) { return d() == device(); });
        };
        if (!has(plan.roots[r].device)) in_context.push_back(plan.roots[r].device);
        if (!has(plan.devices[r])) in_context.push_back(plan.devices[r]);
    }
    std::vector<cl::Context> contexts;
    for (const std::vector<cl::Device>& list : devices) contexts.emplace_back(list);
    return contexts;
}

// One program a context and root device, built for the ranks' parts of that device.
void build_programs(const Plan& plan, Hardware& hardware) {
    std::map<std::pair<int, int>, std::vector<std::size_t>> groups;
    for (std::size_t r = 0; r < hardware.ranks.size(); ++r)
        groups[{hardware.ranks[r].context_number, hardware.ranks[r].device_index}].push_back(r);
    for (const auto& [key, ranks] : groups) {
        std::vector<cl::Device> devices;
        for (const std::size_t r : ranks) {
            const cl::Device& device = plan.devices[r];
            if (devices.empty() || devices.back()() != device()) devices.push_back(device);
        }
        const cl::Device& root = plan.roots[ranks.front()].device;
        const bool joint = ranks.size() > 1 && ranks.size() == hardware.ranks.size();
        if (joint && devices.back()() != root()) devices.push_back(root);
        const cl::Program program = build_program(hardware.ranks[ranks.front()].context, devices);
        for (const std::size_t r : ranks) hardware.ranks[r].program = program;
        if (!joint) continue;
        hardware.joint = hardware.ranks.front();
        hardware.joint->device = root;
    }
}

std::shared_ptr<const Hardware> open(const Plan& plan) {
    auto hardware = std::make_shared<Hardware>();
    hardware->placement = plan.placement;
    const std::vector<cl::Context> contexts = open_contexts(plan);
    for (std::size_t r = 0; r < plan.devices.size(); ++r) {
        const int context = plan.placement.ranks[r].context;
        const DeviceInfo& info = plan.roots[r].info;
        hardware->ranks.push_back({contexts[static_cast<std::size_t>(context)],
                                   plan.devices[r],
                                   {},
                                   context,
                                   info.index,
                                   info.global_memory_bytes,
                                   info.max_allocation_bytes});
    }
    build_programs(plan, *hardware);
    return hardware;
}

using HardwareKey = std::tuple<int, int, std::string, ContextRule>;

}  // namespace

std::shared_ptr<const Hardware> open_hardware(int world_size, const PlacementRequest& request,
                                              ContextRule rule) {
    static std::mutex mutex;
    // Never destroyed: drivers are torn down in an unknown order when the process ends.
    static auto& opened = *new std::map<HardwareKey, std::shared_ptr<const Hardware>>;
    const HardwareKey key{world_size, request.kind ? static_cast<int>(*request.kind) : -1,
                          request.device, rule};
    const std::lock_guard lock(mutex);
    std::shared_ptr<const Hardware>& entry = opened[key];
    if (!entry) {
        const Plan plan = make_plan(world_size, request, rule);
        entry = on_device({"open devices"}, [&] { return open(plan); });
    }
    return entry;
}

}  // namespace ringscope::opencl
