#include "tests/opencl/spy.h"

#include <dlfcn.h>

#include <mutex>

#include "core/opencl/cl.h"

namespace {

ringscope::test::Spied counts;
std::mutex mutex;

template <class Function>
Function* real(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define REAL(function) real(&function, #function)

template <class Change>
void count(Change change) {
    const std::lock_guard lock(mutex);
    change(counts);
}

template <class T>
T memory_info(cl_mem memory, cl_mem_info what) {
    T value{};
    clGetMemObjectInfo(memory, what, sizeof value, &value, nullptr);
    return value;
}

}  // namespace

namespace ringscope::test {

Spied spied() {
    const std::lock_guard lock(mutex);
    return counts;
}

}  // namespace ringscope::test

extern "C" {

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                      cl_int* status) {
    const cl_mem memory = REAL(clCreateBuffer)(context, flags, size, host, status);
    if (memory)
        count([&](auto& c) {
            ++c.live_buffers;
            c.live_bytes += static_cast<std::int64_t>(memory_info<size_t>(memory, CL_MEM_SIZE));
        });
    return memory;
}

// Commands in flight hold references of their own, so the owner's release counts, not the last one.
// The engine neither retains a buffer nor copies a handle.
cl_int clReleaseMemObject(cl_mem memory) {
    count([&](auto& c) {
        --c.live_buffers;
        c.live_bytes -= static_cast<std::int64_t>(memory_info<size_t>(memory, CL_MEM_SIZE));
    });
    return REAL(clReleaseMemObject)(memory);
}

cl_int clRetainMemObject(cl_mem memory) {
    count([&](auto& c) {
        ++c.live_buffers;
        c.live_bytes += static_cast<std::int64_t>(memory_info<size_t>(memory, CL_MEM_SIZE));
    });
    return REAL(clRetainMemObject)(memory);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                           size_t size, void* to, cl_uint waits, const cl_event* list,
                           cl_event* event) {
    count([&](auto& c) {
        ++c.reads;
        c.read_bytes += static_cast<std::int64_t>(size);
        if (blocking) ++c.waits;
    });
    return REAL(clEnqueueReadBuffer)(queue, memory, blocking, offset, size, to, waits, list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                            size_t size, const void* from, cl_uint waits, const cl_event* list,
                            cl_event* event) {
    count([&](auto& c) {
        c.written_bytes += static_cast<std::int64_t>(size);
        if (blocking) ++c.waits;
    });
    return REAL(clEnqueueWriteBuffer)(queue, memory, blocking, offset, size, from, waits, list,
                                      event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint waits, const cl_event* list,
                           cl_event* event) {
    count([&](auto& c) { c.copied_bytes += static_cast<std::int64_t>(size); });
    return REAL(clEnqueueCopyBuffer)(queue, from, to, from_offset, to_offset, size, waits, list,
                                     event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint waits, const cl_event* list, cl_event* event) {
    count([](auto& c) { ++c.launches; });
    return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, global, local, waits,
                                        list, event);
}

cl_int clBuildProgram(cl_program program, cl_uint number, const cl_device_id* devices,
                      const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                      void* data) {
    count([](auto& c) { ++c.programs_built; });
    return REAL(clBuildProgram)(program, number, devices, options, notify, data);
}

cl_int clFinish(cl_command_queue queue) {
    count([](auto& c) { ++c.waits; });
    return REAL(clFinish)(queue);
}

cl_int clWaitForEvents(cl_uint number, const cl_event* events) {
    count([](auto& c) { ++c.waits; });
    return REAL(clWaitForEvents)(number, events);
}

}  // extern "C"
