#include "core/collective/prediction.h"

#include <algorithm>
#include <cmath>

#include "core/support/error.h"

namespace ringscope {

namespace {

// Spreads (seed, step) over all 64 bits; the finisher of SplitMix64.
std::uint64_t mixed(std::uint64_t seed, std::size_t step) {
    std::uint64_t z = seed + 0x9e3779b97f4a7c15 * (static_cast<std::uint64_t>(step) + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::int64_t count_of(const Schedule& schedule, const Transfer& t) {
    return schedule.chunks[static_cast<std::size_t>(t.chunk)].count;
}

bool is_right(double typed, int decimals, float measured) {
    const auto value = static_cast<double>(measured);
    if (std::isnan(value)) return std::isnan(typed);
    if (std::isinf(value)) return typed == value;
    if (std::abs(typed - value) <= 1e-6 * std::abs(value)) return true;
    // 1.33 is a fair answer where 1.333... stands.
    return decimals >= 2 && std::abs(typed - value) <= 0.5 * std::pow(10.0, -decimals) * (1 + 1e-9);
}

// Of the transfers that leave the rank, the one that was meant: chunk and receiver count, in that
// order.
const Transfer& meant(const std::vector<Transfer>& leaving, const Prediction& prediction) {
    const auto fits = [&](bool with_receiver) {
        return std::find_if(leaving.begin(), leaving.end(), [&](const Transfer& t) {
            return prediction.chunk == t.chunk && (!with_receiver || prediction.to == t.to);
        });
    };
    if (const auto both = fits(true); both != leaving.end()) return *both;
    if (const auto chunk = fits(false); chunk != leaving.end()) return *chunk;
    return leaving.front();
}

std::vector<Transfer> leaving_from(const Schedule& schedule, std::size_t step, Rank rank) {
    std::vector<Transfer> leaving, empty;
    for (const Transfer& t : schedule.steps.at(step).transfers)
        if (t.from == rank) (count_of(schedule, t) > 0 ? leaving : empty).push_back(t);
    // Chunks with something in them first.
    leaving.insert(leaving.end(), empty.begin(), empty.end());
    return leaving;
}

}  // namespace

std::optional<PredictionQuestion> ask_about(const Schedule& schedule, std::size_t step,
                                            std::uint64_t seed) {
    if (step >= schedule.steps.size() || schedule.steps[step].transfers.empty())
        return std::nullopt;
    const std::vector<Transfer>& transfers = schedule.steps[step].transfers;
    std::vector<Transfer> full;
    for (const Transfer& t : transfers)
        if (count_of(schedule, t) > 0) full.push_back(t);
    const std::uint64_t number = mixed(seed, step);
    PredictionQuestion question;
    question.step = step;
    question.value_asked = !full.empty();
    const std::vector<Transfer>& from = full.empty() ? transfers : full;
    question.rank = from[number % from.size()].from;
    if (full.empty()) return question;
    // The number must be there whichever of the rank's chunks is meant.
    std::int64_t shortest = schedule.length;
    for (const Transfer& t : full)
        if (t.from == question.rank) shortest = std::min(shortest, count_of(schedule, t));
    question.element =
        static_cast<std::int64_t>((number >> 32) % static_cast<std::uint64_t>(shortest));
    return question;
}

PredictionMarks mark(const Schedule& schedule, const PredictionQuestion& question,
                     const Prediction& prediction,
                     const std::vector<std::span<const float>>& before,
                     const std::vector<std::span<const float>>& after) {
    const std::vector<Transfer> leaving = leaving_from(schedule, question.step, question.rank);
    expect(!leaving.empty(), "mark: something leaves the rank that was asked about");
    PredictionMarks marks;
    marks.right = meant(leaving, prediction);
    marks.chunk = prediction.chunk == marks.right.chunk;
    marks.to = prediction.to == marks.right.to;
    const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(marks.right.chunk)];
    marks.value_asked = question.value_asked && question.element < chunk.count;
    if (!marks.value_asked) return marks;
    const auto place = static_cast<std::size_t>(chunk.offset + question.element);
    const auto to = static_cast<std::size_t>(marks.right.to);
    marks.before = before.at(to)[place];
    marks.after = after.at(to)[place];
    for (const Transfer& t : schedule.steps[question.step].transfers)
        if (t.to == marks.right.to && t.chunk == marks.right.chunk)
            marks.arrivals.push_back(
                {t.from, before.at(static_cast<std::size_t>(t.from))[place], t.op});
    marks.value = prediction.value && is_right(*prediction.value, prediction.decimals, marks.after);
    return marks;
}

}  // namespace ringscope
