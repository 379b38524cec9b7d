#include "core/opencl/program.h"

#include "core/opencl/binary_cache.h"
#include "core/opencl/device_error.h"

namespace ringscope::opencl {

namespace {

// Floats in a vector register, as shaders/tiles.cl wants them.
unsigned lanes_of(const cl::Device& device) {
    const cl_uint native = device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    return native >= 16 ? 16 : native >= 8 ? 8 : 4;
}

// Division and square root as IEEE 754 has them, where the device can: replicas on different
// devices then compute the same optimizer update.
std::string options_for(const cl::Device& device) {
    std::string options = "-cl-std=CL1.2";
    if (device.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
        options += " -cl-fp32-correctly-rounded-divide-sqrt";
    if (has_blocked_kernels(device)) options += " -DLANES=" + std::to_string(lanes_of(device));
    return options;
}

std::string cache_key(const cl::Device& device, const std::string& options) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    return platform.getInfo<CL_PLATFORM_NAME>() + "\n" + platform.getInfo<CL_PLATFORM_VERSION>() +
           "\n" + device.getInfo<CL_DEVICE_NAME>() + "\n" + device.getInfo<CL_DEVICE_VERSION>() +
           "\n" + device.getInfo<CL_DRIVER_VERSION>() + "\n" + options + "\n" + kernel_source();
}

// A null program when the binary does not suit the devices after all.
cl::Program from_binary(const cl::Context& context, const std::vector<cl::Device>& devices,
                        const std::string& options, const Binary& binary) {
    try {
        cl::Program program(context, devices, cl::Program::Binaries(devices.size(), binary));
        program.build(devices, options.c_str());
        return program;
    } catch (const cl::Error&) {
        return {};
    }
}

}  // namespace

bool has_blocked_kernels(const cl::Device& device) {
    return (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
}

cl::Program compile(const cl::Context& context, const std::vector<cl::Device>& devices,
                    const std::string& source) {
    return on_device({"build kernels"}, [&] {
        cl::Program program(context, source);
        program.build(devices, options_for(devices.front()).c_str());
        return program;
    });
}

cl::Program build_program(const cl::Context& context, const std::vector<cl::Device>& devices) {
    return on_device({"build kernels"}, [&] {
        const std::string options = options_for(devices.front());
        const std::string key = cache_key(devices.front(), options);
        if (const auto binary = load_binary(key))
            if (cl::Program program = from_binary(context, devices, options, *binary); program())
                return program;
        cl::Program program = compile(context, devices, kernel_source());
        const cl::Program::Binaries binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        if (!binaries.empty() && !binaries.front().empty()) store_binary(key, binaries.front());
        return program;
    });
}

}  // namespace ringscope::opencl
