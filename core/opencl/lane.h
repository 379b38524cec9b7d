#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "core/opencl/cl.h"
#include "core/opencl/device_error.h"
#include "core/opencl/hardware.h"
#include "core/opencl/memory_ledger.h"
#include "core/opencl/program.h"

namespace ringscope::opencl {

// A part of a buffer of 4-byte elements (float or int): [offset, offset + count), in elements.
struct Part {
    const LedgerBuffer* buffer = nullptr;
    std::int64_t offset = 0;
    std::int64_t count = 0;
};

// Where a rank's work is enqueued: one in-order queue on the rank's device. Commands of one lane
// run in the order in which they were enqueued; between lanes of a context order comes from
// wait_for. Nothing here waits for the device but read, finish and the destructor. One thread.
// Throws Error naming operation and rank.
class Lane {
  public:
    Lane(Rank rank, const RankHardware& hardware);
    Lane(const Lane&) = delete;
    ~Lane();

    Rank rank() const noexcept { return rank_; }
    int context_number() const noexcept { return context_number_; }

    // A kernel object of this lane's own (they must not be shared between threads).
    cl::Kernel kernel(const char* name) const;

    // The next command also waits for `event`, of a lane of the same context.
    void wait_for(const cl::Event& event);
    // The last command so far; a null event when there is none.
    const cl::Event& last() const noexcept { return last_; }

    // Runs `kernel` with these arguments on `count` work-items, rounded up to whole work-groups
    // (the kernel checks bounds). count 0: nothing is enqueued. Whole numbers are passed as uint.
    template <class... Args>
    void launch(const Operation& operation, cl::Kernel& kernel, std::int64_t count,
                const Args&... args) {
        on_device(operation, [&] {
            cl_uint index = 0;
            (set_argument(kernel, index++, args), ...);
        });
        enqueue(operation, kernel, count);
    }

    // Copies `from` to the same number of elements of `to`; returns the bytes that were enqueued.
    std::int64_t copy(const Operation& operation, const Part& from, const LedgerBuffer& to,
                      std::int64_t to_offset);
    // All bits zero: 0.0f, class 0.
    void clear(const Operation& operation, const LedgerBuffer& buffer, std::int64_t offset,
               std::int64_t count);
    // Takes a copy of `bytes` bytes at `data` at once and sends it when its turn comes. Returns the
    // bytes that were enqueued.
    std::int64_t write(const Operation& operation, const LedgerBuffer& to, std::int64_t offset,
                       const void* data, std::int64_t bytes);
    // Enqueues a read and returns its event. `data` must live until it is complete.
    cl::Event read_later(const Operation& operation, const Part& from, void* data);
    // Reads after all that was enqueued before; waits.
    void read(const Operation& operation, const Part& from, void* data);

    void flush(const Operation& operation);
    void finish(const Operation& operation);

  private:
    static void set_argument(cl::Kernel& kernel, cl_uint index, const LedgerBuffer& buffer) {
        kernel.setArg(index, buffer.get());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint index, float value) {
        kernel.setArg(index, value);
    }
    template <std::integral T>
    static void set_argument(cl::Kernel& kernel, cl_uint index, T value) {
        kernel.setArg(index, static_cast<cl_uint>(value));
    }
    void enqueue(const Operation& operation, const cl::Kernel& kernel, std::int64_t count);
    // Calls f(wait list, &event) and keeps the event as the last one.
    template <class F>
    void command(const Operation& operation, F&& f);

    Rank rank_;
    int context_number_;
    cl::Program program_;
    cl::CommandQueue queue_;
    std::vector<cl::Event> waits_;
    cl::Event last_;
    // Host memory of writes that may not have been sent yet, oldest first.
    std::deque<std::pair<cl::Event, std::unique_ptr<std::byte[]>>> uploads_;
};

}  // namespace ringscope::opencl
