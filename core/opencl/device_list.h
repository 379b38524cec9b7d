#pragma once

#include <vector>

#include "core/opencl/cl.h"
#include "core/opencl/factory.h"

namespace ringscope::opencl {

// A device as a platform lists it, not a part of one.
// NOLINTNEXTLINE(bugprone-exception-escape): the bindings' handles say noexcept of their assignment
struct RootDevice {
    DeviceInfo info;
    cl::Platform platform;
    cl::Device device;
};

// All platforms in the loader's order, their devices in the platform's order; info.index counts
// through. Empty without a driver. Never throws for a platform or device that is broken: a platform
// without devices is skipped, a device that cannot be asked is listed as not usable.
std::vector<RootDevice> root_devices();

// Whether root_devices has been called in this process: a driver's settings are fixed then.
bool driver_was_used() noexcept;

}  // namespace ringscope::opencl
