#include "core/opencl/memory_ledger.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/opencl/device_error.h"

namespace ringscope::opencl {

namespace {

std::string bytes_text(std::int64_t bytes) { return std::to_string(bytes) + " bytes"; }

[[noreturn]] void refuse(Rank rank, MemoryCategory category, const std::string& what,
                         const std::string& hint) {
    const std::string operation = std::string("allocate ") + name(category);
    throw Error(ErrorCode::device_failed, to_text({operation.c_str(), rank}), what, hint);
}

}  // namespace

LedgerBuffer& LedgerBuffer::operator=(LedgerBuffer&& other) noexcept {
    if (this == &other) return *this;
    release();
    ledger_ = std::exchange(other.ledger_, nullptr);
    // The bare handles: the bindings' own assignment may throw.
    buffer_() = std::exchange(other.buffer_(), nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    rank_ = other.rank_;
    category_ = other.category_;
    return *this;
}

void LedgerBuffer::release() noexcept {
    if (!ledger_) return;
    ledger_->forget(*this);
    ledger_ = nullptr;
    bytes_ = 0;
    // Not by assignment: the bindings throw when a release fails, and nothing could be done about
    // it.
    if (const cl_mem memory = std::exchange(buffer_(), nullptr)) clReleaseMemObject(memory);
}

MemoryLedger::MemoryLedger(std::shared_ptr<const Hardware> hardware,
                           std::optional<std::int64_t> budget)
    : hardware_(std::move(hardware)), budget_(budget), use_(hardware_->ranks.size(), MemoryUse{}) {}

void MemoryLedger::check_plan(const std::vector<std::int64_t>& bytes) const {
    for (std::size_t r = 0; r < bytes.size(); ++r) {
        const RankHardware& own = hardware_->ranks.at(r);
        const Operation operation{"allocate", static_cast<Rank>(r)};
        if (budget_ && bytes[r] > *budget_)
            throw Error(ErrorCode::device_failed, to_text(operation),
                        "the replica needs " + bytes_text(bytes[r]) + ", the memory budget is " +
                            bytes_text(*budget_) + " a rank",
                        "Raise memory_budget_bytes, or use a smaller model or batch");
        std::int64_t on_device = 0;
        for (std::size_t q = 0; q < bytes.size(); ++q)
            if (hardware_->ranks[q].device_index == own.device_index) on_device += bytes[q];
        if (on_device > own.global_memory_bytes)
            throw Error(ErrorCode::device_failed, to_text(operation),
                        "the replicas on this device need " + bytes_text(on_device) + ", it has " +
                            bytes_text(own.global_memory_bytes),
                        "Use a smaller model or batch, or fewer ranks on this device");
    }
}

LedgerBuffer MemoryLedger::allocate(Rank rank, MemoryCategory category, std::int64_t bytes) {
    LedgerBuffer buffer;
    if (bytes == 0) return buffer;
    check(rank, category, bytes);
    try {
        buffer.buffer_ = cl::Buffer(hardware_->ranks[static_cast<std::size_t>(rank)].context,
                                    CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
    } catch (const cl::Error& error) {
        refuse(rank, category,
               std::string(error.what()) + " failed with " + status_name(error.err()) + " (" +
                   std::to_string(error.err()) + ") for " + bytes_text(bytes),
               "Use a smaller model or batch, or fewer ranks on this device");
    }
    live_.push_back(buffer.buffer_());
    use_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(category)] += bytes;
    buffer.ledger_ = this;
    buffer.bytes_ = bytes;
    buffer.rank_ = rank;
    buffer.category_ = category;
    return buffer;
}

void MemoryLedger::check(Rank rank, MemoryCategory category, std::int64_t bytes) const {
    const RankHardware& own = hardware_->ranks.at(static_cast<std::size_t>(rank));
    if (budget_ && total(rank) + bytes > *budget_)
        refuse(rank, category,
               "the memory budget of " + bytes_text(*budget_) +
                   " a rank is exceeded: " + bytes_text(total(rank)) + " are in use and " +
                   bytes_text(bytes) + " more are needed",
               "Raise memory_budget_bytes, or use a smaller model or batch");
    if (bytes > own.max_allocation_bytes)
        refuse(rank, category,
               bytes_text(bytes) + " are needed in one buffer, the device allows " +
                   bytes_text(own.max_allocation_bytes),
               "Use a smaller model or batch");
    // Some drivers grant more than there is and run out when the memory is touched.
    std::int64_t on_device = bytes;
    for (std::size_t r = 0; r < use_.size(); ++r)
        if (hardware_->ranks[r].device_index == own.device_index)
            on_device += total(static_cast<Rank>(r));
    if (on_device > own.global_memory_bytes)
        refuse(rank, category,
               "the ranks on this device would hold " + bytes_text(on_device) + ", it has " +
                   bytes_text(own.global_memory_bytes),
               "Use a smaller model or batch, or fewer ranks on this device");
}

std::int64_t MemoryLedger::total(Rank rank) const {
    const MemoryUse& use = use_.at(static_cast<std::size_t>(rank));
    return std::accumulate(use.begin(), use.end(), std::int64_t{0});
}

std::optional<std::int64_t> MemoryLedger::left(Rank rank) const {
    if (!budget_) return std::nullopt;
    return std::max<std::int64_t>(0, *budget_ - total(rank));
}

std::int64_t MemoryLedger::driver_total() const {
    std::int64_t sum = 0;
    for (const cl_mem memory : live_) {
        std::size_t size = 0;
        if (clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, nullptr) == CL_SUCCESS)
            sum += static_cast<std::int64_t>(size);
    }
    return sum;
}

void MemoryLedger::forget(const LedgerBuffer& buffer) noexcept {
    use_[static_cast<std::size_t>(buffer.rank_)][static_cast<std::size_t>(buffer.category_)] -=
        buffer.bytes_;
    std::erase(live_, buffer.buffer_());
}

}  // namespace ringscope::opencl
