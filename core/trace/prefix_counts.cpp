#include "core/trace/prefix_counts.h"

#include <bit>

namespace ringscope {

namespace {

// The lowest bit that is set.
std::size_t low_bit(std::size_t i) { return i & (~i + 1); }

}  // namespace

void PrefixCounts::push_back(std::int64_t count) {
    const std::size_t i = tree_.size() + 1;
    for (std::size_t j = i - 1; j > i - low_bit(i); j -= low_bit(j)) count += tree_[j - 1];
    tree_.push_back(count);
}

void PrefixCounts::add(std::size_t index, std::int64_t difference) {
    for (std::size_t i = index + 1; i <= tree_.size(); i += low_bit(i)) tree_[i - 1] += difference;
}

std::int64_t PrefixCounts::sum_before(std::size_t n) const {
    std::int64_t sum = 0;
    for (; n > 0; n -= low_bit(n)) sum += tree_[n - 1];
    return sum;
}

std::size_t PrefixCounts::index_of(std::int64_t number) const {
    std::size_t i = 0;
    for (std::size_t half = std::bit_floor(tree_.size()); half > 0; half /= 2)
        if (i + half <= tree_.size() && tree_[i + half - 1] <= number) {
            i += half;
            number -= tree_[i - 1];
        }
    return i;
}

}  // namespace ringscope
