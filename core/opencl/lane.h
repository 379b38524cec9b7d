#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/opencl/cl.h"
#include "core/opencl/command_log.h"
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

// For kernels that work for up to this many ranks at once (shaders/ranks.cl).
inline constexpr std::size_t most_ranks_a_launch = 8;
// A buffer of each of them, one argument each; null beyond the last.
using Each = std::array<const LedgerBuffer*, most_ranks_a_launch>;
// A number of each of them, in one argument.
using EachCount = std::array<cl_uint, most_ranks_a_launch>;
using EachFactor = std::array<float, most_ranks_a_launch>;
// An argument of type uchar16.
using SixteenBytes = std::array<cl_uchar, 16>;

// Where a rank's work is enqueued: one in-order queue on the rank's device; ranks that share a
// whole device share its lane. Commands of one lane run in the order in which they were enqueued;
// between lanes of a context order comes from wait_for. Nothing here waits for the device but read,
// finish and the destructor. One thread. Throws Error naming operation and rank.
class Lane {
  public:
    // rank: the first of those whose lane it is, for messages.
    Lane(Rank rank, const RankHardware& hardware);
    Lane(const Lane&) = delete;
    ~Lane();

    Rank rank() const noexcept { return rank_; }
    int context_number() const noexcept { return context_number_; }
    int compute_units() const noexcept { return compute_units_; }
    // Whether its program has the kernels of shaders/blocked.cl.
    bool blocked_kernels() const noexcept { return blocked_kernels_; }

    // A kernel object of this lane's own (they must not be shared between threads).
    cl::Kernel kernel(const char* name) const;

    // The next command also waits for `event`, of a lane of the same context.
    void wait_for(const cl::Event& event);
    // The next command also waits for whatever `other`, of the same context, will have been given
    // until then. `other` must live until that command.
    void follow(const Lane& other) {
        if (&other != this) follows_ = &other;
    }
    // The last command so far; a null event when there is none.
    const cl::Event& last() const noexcept { return last_; }

    // Runs `kernel` with these arguments on `count` work-items, rounded up to whole work-groups
    // (the kernel checks bounds). count 0: nothing is enqueued. Whole numbers are passed as uint.
    template <class... Args>
    void launch(const Operation& operation, cl::Kernel& kernel, std::int64_t count,
                const Args&... args) {
        const auto size = static_cast<std::int64_t>(group_size);
        launch_groups(operation, kernel, (count + size - 1) / size, group_size, args...);
    }
    // The same with `groups` work-groups of `size` work-items.
    template <class... Args>
    void launch_groups(const Operation& operation, cl::Kernel& kernel, std::int64_t groups,
                       std::size_t size, const Args&... args) {
        on_device(operation, [&] {
            cl_uint index = 0;
            (set_argument(kernel, index, args), ...);
        });
        enqueue(operation, kernel, groups, size);
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
    // Two pieces, the second behind the first.
    std::int64_t write(const Operation& operation, const LedgerBuffer& to, std::int64_t offset,
                       std::span<const std::byte> first, std::span<const std::byte> second);
    // Enqueues a read and returns its event. `data` must live until it is complete.
    cl::Event read_later(const Operation& operation, const Part& from, void* data);
    // Reads after all that was enqueued before; waits.
    void read(const Operation& operation, const Part& from, void* data);

    // Notes its commands there as long as the log wants any.
    void log_to(CommandLog* log) noexcept { log_ = log; }

    void flush(const Operation& operation);
    void finish(const Operation& operation);

  private:
    // Each takes the place `index` and counts it on.
    static void set_argument(cl::Kernel& kernel, cl_uint& index, const LedgerBuffer& buffer) {
        kernel.setArg(index++, buffer.get());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint& index, const Each& buffers) {
        for (const LedgerBuffer* buffer : buffers)
            kernel.setArg(index++, buffer ? buffer->get() : cl::Buffer());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint& index, const EachCount& counts) {
        kernel.setArg(index++, sizeof counts, counts.data());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint& index, const EachFactor& factors) {
        kernel.setArg(index++, sizeof factors, factors.data());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint& index, const SixteenBytes& bytes) {
        kernel.setArg(index++, sizeof bytes, bytes.data());
    }
    static void set_argument(cl::Kernel& kernel, cl_uint& index, float value) {
        kernel.setArg(index++, value);
    }
    template <std::integral T>
    static void set_argument(cl::Kernel& kernel, cl_uint& index, T value) {
        kernel.setArg(index++, static_cast<cl_uint>(value));
    }
    void enqueue(const Operation& operation, const cl::Kernel& kernel, std::int64_t groups,
                 std::size_t size);
    // Calls f(wait list, &event), keeps the event as the last one and notes it.
    template <class F>
    void command(const Operation& operation, F&& f);
    template <class F>
    void command_unnoted(const Operation& operation, F&& f);

    Rank rank_;
    int context_number_;
    int device_index_;
    int compute_units_ = 0;
    bool blocked_kernels_ = false;
    cl::Program program_;
    cl::CommandQueue queue_;
    std::vector<cl::Event> waits_;
    const Lane* follows_ = nullptr;
    cl::Event last_;
    CommandLog* log_ = nullptr;
    // Host memory of writes that may not have been sent yet, oldest first.
    std::deque<std::pair<cl::Event, std::unique_ptr<std::byte[]>>> uploads_;
};

}  // namespace ringscope::opencl
