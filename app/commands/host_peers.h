#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/schedule.h"

namespace ringscope {

// What a rank's vectors hold before an all-reduce that is checked: small whole numbers.
inline float telling_value(Rank rank, std::size_t index) {
    return static_cast<float>((rank + 1) * static_cast<int>(index % 7 + 1));
}
std::int64_t wrong_sums(const std::vector<float>& values, int world_size);

// The same schedule in plain C++: threads, as many as there are cores but no more than ranks, each
// with its share of the ranks; they spin until all have finished a step. What this machine can do
// without a driver in between.
class ThreadRing {
  public:
    explicit ThreadRing(const Schedule& schedule);
    void run(int repeats);
    std::int64_t wrong();  // elements that are not the sum of all ranks' values

  private:
    void run_part(int thread, int repeats, class SpinBarrier& barrier);

    const Schedule& schedule_;
    int threads_;
    std::vector<std::vector<float>> vectors_;
};

// One thread that copies what the schedule moves, chunk by chunk, and adds nothing.
class MemcpyPeer {
  public:
    explicit MemcpyPeer(const Schedule& schedule);
    void run(int repeats);

  private:
    const Schedule& schedule_;
    std::vector<std::vector<float>> vectors_;
};

}  // namespace ringscope
