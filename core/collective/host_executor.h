#pragma once

#include <vector>

#include "core/collective/executor.h"

namespace ringscope {

// The oracle: the same steps with plain loops over host vectors. A step first takes a copy of all
// the values that are sent, then applies them in the listed order.
class HostExecutor : public Executor {
  public:
    HostExecutor(int world_size, std::int64_t length);  // all zeros

    int world_size() const override { return static_cast<int>(vectors_.size()); }
    std::int64_t length() const override { return length_; }
    void write(Rank rank, std::int64_t offset, std::span<const float> values) override;
    void read(Rank rank, std::int64_t offset, std::span<float> values) override;
    std::vector<TransferReport> run(const Schedule& schedule, const Step& step,
                                    std::int64_t base) override;
    void finish() override {}

  private:
    std::int64_t length_;
    std::vector<std::vector<float>> vectors_;
};

}  // namespace ringscope
