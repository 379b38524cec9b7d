#include "core/trace/divergence.h"

#include "core/trace/replica_difference.h"

namespace ringscope {

std::optional<ReplicaValues> replicas_in(const FramePtr& frame) {
    if (!frame || frame->ranks.empty()) return std::nullopt;
    ReplicaValues values;
    for (const RankRecord& rank : frame->ranks) {
        if (!rank.parameters || rank.parameters->whole.empty()) return std::nullopt;
        values.ranks.emplace_back(rank.parameters->whole);
    }
    values.frame = frame;
    return values;
}

std::optional<ReplicaValues> replicas_after(const Recording& recording, std::int64_t iteration) {
    const FramePtr last = recording.summary(iteration);
    if (!last || !last->identical) return std::nullopt;
    if (auto values = replicas_in(last)) return values;
    const CheckpointPtr next = recording.checkpoint_before(iteration + 1);
    if (!next || next->iteration != iteration + 1 || next->parameters.empty()) return std::nullopt;
    ReplicaValues values;
    for (const auto& vector : next->parameters) values.ranks.emplace_back(*vector);
    values.checkpoint = next;
    return values;
}

void DivergenceHistory::follow(const std::shared_ptr<const Recording>& recording) {
    if (!recording || recording_.lock() != recording) {
        recording_ = recording;
        settled_ = 0;
    }
    after_.resize(settled_);
    if (!recording || recording->info().kind != RunKind::train) return;
    const std::int64_t iterations = recording->iterations();
    for (std::int64_t k = std::ssize(after_); k < iterations; ++k) {
        const FramePtr last = recording->summary(k);
        if (!last || !last->identical || last->phase == FramePhase::start) return;
        std::optional<double> apart;
        if (*last->identical)
            apart = 0.0;
        else if (const auto values = replicas_after(*recording, k))
            apart = largest_spread(values->ranks);
        after_.push_back(apart);
        // The newest iteration's values may still come, with the checkpoint after it.
        if (settled_ == static_cast<std::size_t>(k) && (apart || k + 1 < iterations)) ++settled_;
    }
}

}  // namespace ringscope
