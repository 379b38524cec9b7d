#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.h"

namespace ringscope {

// In which order a schedule has added up one cell, as an expression over ranks: each addition is of
// what the receiver had and of what arrived. Additions of floats depend on it.
class SummationOrder {
  public:
    // After `steps` steps of the schedule.
    SummationOrder(const Schedule& schedule, Rank rank, int chunk, std::size_t steps);

    std::vector<Rank> ranks() const;  // in the order of the expression
    std::string text() const;         // "((0 + 1) + 2) + 3"
    float sum(std::span<const float> value_of_rank) const;

  private:
    // A rank's own value, or the sum of two nodes.
    struct Node {
        Rank rank = 0;
        int left = -1, right = -1;
    };

    std::string text(int node, bool inside) const;
    float sum(int node, std::span<const float> values) const;

    std::vector<Node> nodes_;
    int root_ = 0;
};

enum class SumOrder {
    schedule,   // as it was done
    ascending,  // rank 0 first: as one device would add the ranks' parts
    descending,
    pairwise,  // halves of halves
    exact,     // in double, rounded once
};

struct SumResult {
    SumOrder order = SumOrder::schedule;
    float value = 0;
    std::optional<std::int64_t> ulp;  // from the schedule's; none with NaN
};

// One element of a cell, added up in several orders.
struct Summation {
    std::int64_t element = 0;  // in the chunk: the one in which the orders are farthest apart
    std::string expression;
    std::vector<SumResult> results;  // [0]: the schedule's
    float measured = 0;              // what was read from the rank's device
    std::int64_t differing = 0;      // elements of the chunk with another result in some order
};

// Of a cell of a frame in or after an all-reduce, from the values that the ranks had before it.
// None where nothing was added up, or the values were not kept whole.
std::optional<Summation> summation_at(const Recording& recording, Position position, Rank rank,
                                      int chunk);

}  // namespace ringscope
