#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/opencl/cl.h"
#include "core/opencl/device_list.h"
#include "core/opencl/factory.h"

namespace ringscope::opencl {

// Which ranks share a context. Within one, transfers are copies on the receiver's device; between
// two they are staged through the host.
enum class ContextRule {
    per_platform,  // what is used: as few as OpenCL allows
    per_rank,  // every rank on its own: how devices of N vendors behave, for tests on one machine
};

// What was decided for N ranks, with the devices to do it. Sub-devices are created by planning.
struct Plan {
    Placement placement;
    std::vector<cl::Device> devices;  // [rank]: root device or sub-device
    std::vector<RootDevice> roots;    // [rank]: the device that devices[rank] is or is a part of
};
Plan make_plan(int world_size, const PlacementRequest& request,
               ContextRule rule = ContextRule::per_platform);

// Splits a device into `parts` sub-devices of equal compute units (units that are left over stay
// idle). Empty when the driver refuses or only pretends: fewer parts, or parts that are not
// smaller.
std::vector<cl::Device> split_device(const RootDevice& root, int parts);

// One rank's place, opened. Values are handles: copies are cheap and refer to the same objects.
struct RankHardware {
    cl::Context context;
    cl::Device device;
    cl::Program program;  // built for `device`
    int context_number = 0;
    int device_index = 0;                  // of the root device in list_devices
    std::int64_t global_memory_bytes = 0;  // of the root device, shared by all ranks on it
    std::int64_t max_allocation_bytes = 0;
};

struct Hardware {
    Placement placement;
    std::vector<RankHardware> ranks;
    // The root device that all ranks are on or parts of, in their one context; empty otherwise. It
    // reaches all buffers.
    std::optional<RankHardware> joint;
};

// Contexts with built kernels for N ranks. The same request gives the same contexts for the life of
// the process, so that kernels are built once. Thread-safe. Throws Error.
std::shared_ptr<const Hardware> open_hardware(int world_size, const PlacementRequest& request,
                                              ContextRule rule = ContextRule::per_platform);

}  // namespace ringscope::opencl
