#include "ui/panels/equality.h"

#include <algorithm>
#include <cmath>

#include "ui/playback/iteration_plan.h"

namespace ringscope {

namespace {

std::optional<double> largest_difference(const VectorPtr& a, const VectorPtr& b) {
    if (!a || !b || a->whole.size() != b->whole.size() || a->whole.empty()) return std::nullopt;
    double largest = 0;
    for (std::size_t i = 0; i < a->whole.size(); ++i) {
        const double difference = std::abs(static_cast<double>(a->whole[i]) - b->whole[i]);
        // A NaN on one side only is a difference without a size.
        if (std::isnan(difference)) return std::nullopt;
        largest = std::max(largest, difference);
    }
    return largest;
}

// The frame whose digests are the newest at that place; null when none was compared yet.
FramePtr compared_frame(const Recording& recording, Position position) {
    for (std::int64_t i = position.frame; i >= 0; --i)
        if (FramePtr frame = recording.frame({position.iteration, i}); frame && frame->identical)
            return frame;
    for (std::int64_t k = position.iteration - 1; k >= 0; --k)
        if (FramePtr frame = recording.summary(k); frame && frame->identical) return frame;
    return nullptr;
}

Equality of_vectors(const Recording& recording, Position position) {
    Equality equality;
    equality.of = Equality::Of::vectors;
    const FramePtr frame = recording.frame(position);
    if (!frame || frame->ranks.empty() || !frame->ranks.front().gradient) return equality;
    equality.compared =
        frame->phase != FramePhase::start && ends_iteration(recording.info(), *frame);
    const VectorPtr& first = frame->ranks.front().gradient;
    for (const RankRecord& rank : frame->ranks) {
        const std::uint64_t digest = rank.gradient ? rank.gradient->summary.digest : 0;
        equality.rows.push_back(
            {digest, digest == first->summary.digest, largest_difference(rank.gradient, first)});
    }
    return equality;
}

}  // namespace

bool Equality::identical() const {
    return std::all_of(rows.begin(), rows.end(),
                       [](const EqualityRow& row) { return row.same_as_first; });
}

int Equality::same_count() const {
    return static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [](const EqualityRow& row) { return row.same_as_first; }));
}

Equality equality_at(const Recording& recording, Position position) {
    if (recording.info().kind == RunKind::collective) return of_vectors(recording, position);
    Equality equality;
    const FramePtr frame = compared_frame(recording, position);
    if (!frame || frame->ranks.empty()) return equality;
    equality.compared = true;
    equality.at_start = frame->phase == FramePhase::start;
    equality.iteration = frame->iteration;
    const RankRecord& first = frame->ranks.front();
    for (const RankRecord& rank : frame->ranks)
        equality.rows.push_back({rank.digest, rank.digest == first.digest,
                                 largest_difference(rank.parameters, first.parameters)});
    return equality;
}

}  // namespace ringscope
