#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringscope {

// Counts in a row that can be appended to and changed, with their running sums in O(log n): a
// binary indexed tree (Fenwick 1994, "A new data structure for cumulative frequency tables").
class PrefixCounts {
  public:
    std::size_t size() const noexcept { return tree_.size(); }

    void push_back(std::int64_t count);
    void add(std::size_t index, std::int64_t difference);

    // Sum of the first `n` counts, n in [0, size()].
    std::int64_t sum_before(std::size_t n) const;

    // The index whose run of numbers holds `number`: the largest i with sum_before(i) <= number
    // among counts that are not 0. number in [0, sum_before(size())).
    std::size_t index_of(std::int64_t number) const;

  private:
    std::vector<std::int64_t> tree_;  // tree_[i - 1] is the sum of the lowbit(i) counts up to i
};

}  // namespace ringscope
