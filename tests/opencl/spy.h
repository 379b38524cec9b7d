#pragma once

#include <cstdint>

// The test program puts itself between the engine and the driver: it defines a few OpenCL
// functions, counts, and calls the real ones. So what the engine says about itself can be checked
// against what it did.
namespace ringscope::test {

struct Spied {
    std::int64_t live_buffers = 0;  // clCreateBuffer less the last clReleaseMemObject
    std::int64_t live_bytes = 0;    // CL_MEM_SIZE of them
    std::int64_t reads = 0;         // clEnqueueReadBuffer
    std::int64_t read_bytes = 0;
    std::int64_t launches = 0;        // clEnqueueNDRangeKernel
    std::int64_t copied_bytes = 0;    // clEnqueueCopyBuffer
    std::int64_t written_bytes = 0;   // clEnqueueWriteBuffer
    std::int64_t programs_built = 0;  // clBuildProgram
    std::int64_t waits = 0;           // clFinish, clWaitForEvents and blocking reads and writes
};

// Since the process began. Subtract two to see what happened in between.
Spied spied();

}  // namespace ringscope::test
