#pragma once

#include <memory>

#include "core/collective/executor.h"
#include "core/opencl/rank_vectors.h"

namespace ringscope::opencl {

// A bare collective on devices: one vector of `length` floats a rank (category gradients), and a
// receive buffer. Vectors start as zeros.
class OpenClExecutor : public Executor {
  public:
    OpenClExecutor(const std::shared_ptr<const Hardware>& hardware, std::int64_t length,
                   const std::vector<std::int64_t>& receive_elements);

    int world_size() const override { return static_cast<int>(lanes_.size()); }
    std::int64_t length() const override { return vectors_.length(); }
    void write(Rank rank, std::int64_t offset, std::span<const float> values) override {
        vectors_.write(rank, offset, values);
    }
    void read(Rank rank, std::int64_t offset, std::span<float> values) override {
        vectors_.read(rank, offset, values);
    }
    std::vector<TransferReport> run(const Schedule& schedule, const Step& step,
                                    std::int64_t base) override {
        return vectors_.run(schedule, step, base);
    }
    std::vector<TransferReport> run_all(const Schedule& schedule, std::int64_t base) override {
        return vectors_.run_all(schedule, base);
    }
    void finish() override { vectors_.finish(); }

    const MemoryLedger& ledger() const noexcept { return ledger_; }

  private:
    MemoryLedger ledger_;
    Lanes lanes_;
    std::shared_ptr<Lane> joint_;
    RankVectors vectors_;
};

}  // namespace ringscope::opencl
