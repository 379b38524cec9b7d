#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/opencl/hardware.h"
#include "core/train/replica_set.h"

namespace ringscope::opencl {

class MemoryLedger;

// A buffer that is in the ledger as long as it lives. Move-only. Default constructed or of no
// bytes: no buffer at all (OpenCL has none of size 0); get() is then a null handle.
class LedgerBuffer {
  public:
    LedgerBuffer() = default;
    LedgerBuffer(LedgerBuffer&& other) noexcept { *this = std::move(other); }
    LedgerBuffer& operator=(LedgerBuffer&& other) noexcept;
    ~LedgerBuffer() { release(); }

    const cl::Buffer& get() const noexcept { return buffer_; }
    std::int64_t bytes() const noexcept { return bytes_; }
    explicit operator bool() const noexcept { return bytes_ > 0; }
    void release() noexcept;  // frees it now; commands in flight keep what they use

  private:
    friend class MemoryLedger;
    MemoryLedger* ledger_ = nullptr;
    cl::Buffer buffer_;
    std::int64_t bytes_ = 0;
    Rank rank_ = 0;
    MemoryCategory category_ = MemoryCategory::parameters;
};

// All device memory of one set of ranks: every buffer of the engine is allocated here and nowhere
// else, so what it says is what is allocated. Must outlive its buffers. One thread.
class MemoryLedger {
  public:
    // Keeps `hardware` alive. budget: bytes a rank, empty: none.
    MemoryLedger(std::shared_ptr<const Hardware> hardware, std::optional<std::int64_t> budget);
    MemoryLedger(const MemoryLedger&) = delete;

    // Throws Error device_failed, as allocate does, when the ranks could not hold so much in all:
    // bytes[rank]. For a refusal that names the whole need before anything is allocated.
    void check_plan(const std::vector<std::int64_t>& bytes) const;

    // Contents are undefined. Throws Error device_failed, before anything is allocated, when the
    // rank's budget, the device's largest allocation or its whole memory would be exceeded, and
    // when the driver refuses.
    LedgerBuffer allocate(Rank rank, MemoryCategory category, std::int64_t bytes);

    MemoryUse use(Rank rank) const { return use_.at(static_cast<std::size_t>(rank)); }
    std::int64_t total(Rank rank) const;
    // What is left of a rank's budget; empty: no budget.
    std::optional<std::int64_t> left(Rank rank) const;
    // While one lives, the budget refuses nothing: for what a run needs only after its training.
    class WithoutBudget {
      public:
        explicit WithoutBudget(MemoryLedger& ledger) : ledger_(ledger), budget_(ledger.budget_) {
            ledger_.budget_.reset();
        }
        ~WithoutBudget() { ledger_.budget_ = budget_; }
        WithoutBudget(const WithoutBudget&) = delete;
        WithoutBudget& operator=(const WithoutBudget&) = delete;

      private:
        MemoryLedger& ledger_;
        std::optional<std::int64_t> budget_;
    };

    // CL_MEM_SIZE of all live buffers, asked of the driver.
    std::int64_t driver_total() const;

  private:
    friend class LedgerBuffer;
    void check(Rank rank, MemoryCategory category, std::int64_t bytes) const;
    void forget(const LedgerBuffer& buffer) noexcept;

    std::shared_ptr<const Hardware> hardware_;
    std::optional<std::int64_t> budget_;
    std::vector<MemoryUse> use_;  // [rank]
    std::vector<cl_mem> live_;
};

}  // namespace ringscope::opencl
