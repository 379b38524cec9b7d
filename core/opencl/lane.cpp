#include "core/opencl/lane.h"

#include <algorithm>

namespace ringscope::opencl {

namespace {

constexpr std::int64_t element_bytes = 4;

std::size_t bytes_of(std::int64_t elements) {
    return static_cast<std::size_t>(elements * element_bytes);
}

bool complete(const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
}

}  // namespace

Lane::Lane(Rank rank, const RankHardware& hardware)
    : rank_(rank),
      context_number_(hardware.context_number),
      device_index_(hardware.device_index),
      program_(hardware.program) {
    on_device({"open queue", rank}, [&] {
        queue_ = cl::CommandQueue(hardware.context, hardware.device, CL_QUEUE_PROFILING_ENABLE);
        compute_units_ = static_cast<int>(hardware.device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
        blocked_kernels_ = has_blocked_kernels(hardware.device);
    });
}

Lane::~Lane() {
    // Commands in flight may still read the memory of uploads_.
    if (queue_()) clFinish(queue_());
}

cl::Kernel Lane::kernel(const char* name) const {
    return on_device({name, rank_}, [&] { return cl::Kernel(program_, name); });
}

void Lane::wait_for(const cl::Event& event) {
    // What this lane did last it has done before whatever comes next.
    if (event() && event() != last_()) waits_.push_back(event);
}

template <class F>
void Lane::command(const Operation& operation, F&& f) {
    if (!log_ || !log_->noting()) return command_unnoted(operation, std::forward<F>(f));
    const auto before = CommandLog::Clock::now();
    command_unnoted(operation, std::forward<F>(f));
    const std::uint64_t own = std::uint64_t{1} << std::max(operation.rank, 0);
    log_->note(device_index_, this, operation.ranks ? operation.ranks : own, before, last_);
}

template <class F>
void Lane::command_unnoted(const Operation& operation, F&& f) {
    on_device(operation, [&] {
        cl::Event event;
        if (follows_) wait_for(follows_->last_);
        follows_ = nullptr;
        f(waits_.empty() ? nullptr : &waits_, &event);
        waits_.clear();
        last_ = event;
    });
}

void Lane::enqueue(const Operation& operation, const cl::Kernel& kernel, std::int64_t groups,
                   std::size_t size) {
    if (groups == 0) return;
    command(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange,
                                    cl::NDRange(static_cast<std::size_t>(groups) * size),
                                    cl::NDRange(size), waits, event);
    });
}

std::int64_t Lane::copy(const Operation& operation, const Part& from, const LedgerBuffer& to,
                        std::int64_t to_offset) {
    const std::size_t bytes = bytes_of(from.count);
    if (bytes == 0) return 0;
    command(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueCopyBuffer(from.buffer->get(), to.get(), bytes_of(from.offset),
                                 bytes_of(to_offset), bytes, waits, event);
    });
    return static_cast<std::int64_t>(bytes);
}

void Lane::clear(const Operation& operation, const LedgerBuffer& buffer, std::int64_t offset,
                 std::int64_t count) {
    if (count == 0) return;
    command(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueFillBuffer(buffer.get(), cl_uint{0}, bytes_of(offset), bytes_of(count), waits,
                                 event);
    });
}

std::int64_t Lane::write(const Operation& operation, const LedgerBuffer& to, std::int64_t offset,
                         const void* data, std::int64_t bytes) {
    return write(operation, to, offset,
                 {static_cast<const std::byte*>(data), static_cast<std::size_t>(bytes)}, {});
}

std::int64_t Lane::write(const Operation& operation, const LedgerBuffer& to, std::int64_t offset,
                         std::span<const std::byte> first, std::span<const std::byte> second) {
    const std::size_t size = first.size() + second.size();
    if (size == 0) return 0;
    on_device(operation, [&] {
        while (!uploads_.empty() && complete(uploads_.front().first)) uploads_.pop_front();
    });
    auto copy = std::make_unique_for_overwrite<std::byte[]>(size);
    std::copy(first.begin(), first.end(), copy.get());
    std::copy(second.begin(), second.end(), copy.get() + first.size());
    command(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueWriteBuffer(to.get(), CL_FALSE, bytes_of(offset), size, copy.get(), waits,
                                  event);
    });
    uploads_.emplace_back(last_, std::move(copy));
    return static_cast<std::int64_t>(size);
}

cl::Event Lane::read_later(const Operation& operation, const Part& from, void* data) {
    command(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueReadBuffer(from.buffer->get(), CL_FALSE, bytes_of(from.offset),
                                 bytes_of(from.count), data, waits, event);
    });
    return last_;
}

void Lane::read(const Operation& operation, const Part& from, void* data) {
    if (from.count == 0) return;
    // Somebody looks from outside: not a part of the iteration.
    command_unnoted(operation, [&](const std::vector<cl::Event>* waits, cl::Event* event) {
        queue_.enqueueReadBuffer(from.buffer->get(), CL_TRUE, bytes_of(from.offset),
                                 bytes_of(from.count), data, waits, event);
    });
}

void Lane::flush(const Operation& operation) {
    on_device(operation, [&] { queue_.flush(); });
}

void Lane::finish(const Operation& operation) {
    on_device(operation, [&] {
        queue_.finish();
        // A command that failed does not make finish fail.
        if (!last_()) return;
        const cl_int status = last_.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
        if (status < 0) throw cl::Error(status, "a command");
    });
    uploads_.clear();
}

}  // namespace ringscope::opencl
