#include "core/opencl/device_list.h"

#include <algorithm>
#include <atomic>

#include "core/opencl/device_error.h"

namespace ringscope::opencl {

namespace {

std::atomic<bool> used{false};

// Drivers pad names with spaces and old bindings leave the terminating zero in.
std::string tidy(std::string text) {
    std::erase(text, '\0');
    const auto first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string type_name(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) return "GPU";
    if (type & CL_DEVICE_TYPE_CPU) return "CPU";
    return "accelerator";
}

std::vector<std::string> partition_types(const cl::Device& device) {
    std::vector<std::string> names;
    for (const cl_device_partition_property p : device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>()) {
        if (p == CL_DEVICE_PARTITION_EQUALLY) names.emplace_back("equally");
        if (p == CL_DEVICE_PARTITION_BY_COUNTS) names.emplace_back("by counts");
        if (p == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) names.emplace_back("by affinity domain");
    }
    return names;
}

void describe(const cl::Device& device, DeviceInfo& info) {
    info.name = tidy(device.getInfo<CL_DEVICE_NAME>());
    info.version = tidy(device.getInfo<CL_DEVICE_VERSION>());
    info.type = type_name(device.getInfo<CL_DEVICE_TYPE>());
    info.compute_units = static_cast<int>(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    info.global_memory_bytes =
        static_cast<std::int64_t>(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    info.max_allocation_bytes =
        static_cast<std::int64_t>(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    info.partition_types = partition_types(device);
    // Some builds report 0 sub-devices, some any number although the device cannot be split.
    info.max_partitions =
        info.partition_types.empty()
            ? 1
            : std::max(1, static_cast<int>(device.getInfo<CL_DEVICE_PARTITION_MAX_SUB_DEVICES>()));
    if (!device.getInfo<CL_DEVICE_AVAILABLE>())
        info.why_not = "the driver says that it is not available";
    else if (!device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
        info.why_not = "the driver has no compiler for it";
    else if (device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>() < 64)
        info.why_not = "its work-groups are smaller than 64";
    info.usable = info.why_not.empty();
}

RootDevice root_device(const cl::Platform& platform, const cl::Device& device, int index) {
    RootDevice root{{}, platform, device};
    root.info.index = index;
    try {
        root.info.platform = tidy(platform.getInfo<CL_PLATFORM_NAME>());
        root.info.platform_version = tidy(platform.getInfo<CL_PLATFORM_VERSION>());
        describe(device, root.info);
    } catch (const cl::Error& error) {
        root.info.usable = false;
        root.info.why_not = std::string(error.what()) + " failed with " + status_name(error.err());
    }
    return root;
}

}  // namespace

bool driver_was_used() noexcept { return used; }

std::vector<RootDevice> root_devices() {
    used = true;
    std::vector<RootDevice> roots;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) {
        return roots;  // no driver: -1001 of the loader
    }
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        } catch (const cl::Error&) {
            continue;  // a platform without devices: -1
        }
        for (const cl::Device& device : devices)
            roots.push_back(root_device(platform, device, static_cast<int>(roots.size())));
    }
    return roots;
}

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> infos;
    for (RootDevice& root : root_devices()) infos.push_back(std::move(root.info));
    return infos;
}

}  // namespace ringscope::opencl
