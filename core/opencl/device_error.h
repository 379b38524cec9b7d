#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/collective/schedule.h"
#include "core/opencl/cl.h"
#include "core/support/error.h"

namespace ringscope::opencl {

// What the engine was doing, for messages: "add, rank 2, step 3". -1: does not apply.
struct Operation {
    const char* what;
    Rank rank = -1;
    int step = -1;
    std::uint64_t ranks = 0;  // bit r, where it is done for several at once
};
std::string to_text(const Operation& operation);

// "CL_OUT_OF_RESOURCES"; "status -9999" for numbers that OpenCL 1.2 does not define.
std::string status_name(cl_int status);

// The Error (device_failed) for a driver call that failed: call, status, and a build log if any.
Error device_error(const Operation& operation, const cl::Error& error);

// Runs f and turns cl::Error into Error, so that no CL type leaves core/opencl.
template <class F>
decltype(auto) on_device(const Operation& operation, F&& f) {
    try {
        return std::forward<F>(f)();
    } catch (const cl::Error& error) {
        throw device_error(operation, error);
    }
}

}  // namespace ringscope::opencl
