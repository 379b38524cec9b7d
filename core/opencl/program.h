#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/opencl/cl.h"

namespace ringscope::opencl {

// All files of shaders/ one after another, with #line so that build logs name them. Embedded in the
// program when it is built.
const std::string& kernel_source();

// Work-items of a work-group of every kernel (reqd_work_group_size) but those of blocked.cl, which
// have one.
inline constexpr std::size_t group_size = 64;
// Work-groups of a kernel whose work-items take sixteen neighbouring elements each.
constexpr std::int64_t element_groups(std::int64_t count) { return (count + 1023) / 1024; }

// Whether build_program makes the kernels of blocked.cl: for processors.
bool has_blocked_kernels(const cl::Device& device);

// Builds kernel_source() for devices of one root device. Takes the binary from the user's cache
// folder if one of the same source, device, driver and options is there, else builds and stores it;
// a cache that cannot be read or written only costs time. Throws Error with the build log.
cl::Program build_program(const cl::Context& context, const std::vector<cl::Device>& devices);

// The same for any source, never cached.
cl::Program compile(const cl::Context& context, const std::vector<cl::Device>& devices,
                    const std::string& source);

}  // namespace ringscope::opencl
