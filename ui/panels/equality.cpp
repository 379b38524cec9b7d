#include "ui/panels/equality.h"

#include <algorithm>
#include <span>

#include "core/trace/divergence.h"
#include "ui/playback/iteration_plan.h"

namespace ringscope {

namespace {

// A NaN on one side only is a difference without a size.
std::optional<double> difference_size(const VectorDifference& difference) {
    if (difference.nan_mismatches > 0) return std::nullopt;
    return difference.max_abs;
}

// Fills in every pair's difference and the first element that differs.
void compare_values(Equality& equality, const std::vector<std::span<const float>>& ranks,
                    const std::optional<MlpShape>& shape) {
    const std::size_t n = ranks.size();
    for (std::size_t r = 0; r < n; ++r) equality.rows[r].difference = 0.0;
    if (equality.identical()) return;
    equality.pairs.resize(n * n);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            if (equality.rows[a].digest == equality.rows[b].digest) continue;
            equality.pairs[a * n + b] = equality.pairs[b * n + a] =
                difference_of(ranks[a], ranks[b]);
        }
    for (std::size_t r = 1; r < n; ++r) {
        const VectorDifference& to_first = equality.pairs[r];
        equality.rows[r].difference = difference_size(to_first);
        if (!to_first.first || (equality.first && equality.first->index <= *to_first.first))
            continue;
        const std::int64_t index = *to_first.first;
        equality.first = {index, std::nullopt, static_cast<Rank>(r),
                          ranks[0][static_cast<std::size_t>(index)],
                          ranks[r][static_cast<std::size_t>(index)]};
        if (shape) equality.first->place = place_of(*shape, index);
    }
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
        equality.rows.push_back({digest, digest == first->summary.digest, std::nullopt});
    }
    std::vector<std::span<const float>> vectors;
    for (const RankRecord& rank : frame->ranks)
        if (rank.gradient && std::ssize(rank.gradient->whole) == recording.info().length)
            vectors.emplace_back(rank.gradient->whole);
    if (equality.compared && vectors.size() == frame->ranks.size())
        compare_values(equality, vectors, std::nullopt);
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
        equality.rows.push_back({rank.digest, rank.digest == first.digest, std::nullopt});
    std::optional<ReplicaValues> values = replicas_in(frame);
    if (!values && !equality.at_start) values = replicas_after(recording, frame->iteration);
    if (values) compare_values(equality, values->ranks, recording.info().shape);
    equality.executed_again = values && values->checkpoint && values->checkpoint->executed_again;
    return equality;
}

}  // namespace ringscope
