#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/collective/schedule.h"

namespace ringscope {

// What a learner is asked before a step is played: which chunk leaves `rank`, where it goes, and
// what stands there afterwards, at number `element` of the chunk. The answers come from the
// schedule and from the values that were measured, so they are right for any algorithm.
struct PredictionQuestion {
    std::size_t step = 0;
    Rank rank = 0;
    std::int64_t element = 0;
    bool value_asked = true;  // false: all that leaves the rank in this step are empty chunks

    bool operator==(const PredictionQuestion&) const = default;
};

// A question about the step; which rank and element depend on the seed, ranks that send something
// come first. None when there is no such step or nothing moves in it.
std::optional<PredictionQuestion> ask_about(const Schedule& schedule, std::size_t step,
                                            std::uint64_t seed);

struct Prediction {
    std::optional<int> chunk;
    std::optional<Rank> to;
    std::optional<double> value;
    int decimals = 0;  // of the value as it was typed
};

// One value that came to the asked place in the step.
struct ArrivedValue {
    Rank from = 0;
    float value = 0;
    TransferOp op = TransferOp::add;
};

struct PredictionMarks {
    bool chunk = false, to = false, value = false;
    bool value_asked = true;
    Transfer right;  // the transfer that was predicted, or else the first that leaves the rank
    float before = 0, after = 0;    // at the receiver; only where value_asked
    std::vector<ArrivedValue> arrivals;  // in the order in which they apply

    int points() const { return int{chunk} + int{to} + int{value && value_asked}; }
    int possible() const { return value_asked ? 3 : 2; }
};

// before, after: the bucket's values of each rank around the step, schedule.length elements each.
// A value is right when it is the measured one to six digits, or rounds to it in the decimals that
// were typed, two at least.
PredictionMarks mark(const Schedule& schedule, const PredictionQuestion& question,
                     const Prediction& prediction,
                     const std::vector<std::span<const float>>& before,
                     const std::vector<std::span<const float>>& after);

}  // namespace ringscope
