#include "core/trace/summation.h"

#include <algorithm>

#include "core/collective/arrivals.h"
#include "core/trace/replica_difference.h"

namespace ringscope {

SummationOrder::SummationOrder(const Schedule& schedule, Rank rank, int chunk, std::size_t steps) {
    std::vector<int> held;  // [rank]: the node that is the rank's value of the chunk
    for (Rank r = 0; r < schedule.world_size; ++r) {
        held.push_back(static_cast<int>(nodes_.size()));
        nodes_.push_back({r, -1, -1});
    }
    for (std::size_t k = 0; k < std::min(steps, schedule.steps.size()); ++k) {
        const std::vector<int> before = held;
        for (const Arrival& arrival : arrivals(schedule, schedule.steps[k])) {
            const Transfer& t = arrival.transfer;
            if (t.chunk != chunk) continue;
            const int arrived = before[static_cast<std::size_t>(t.from)];
            int& own = held[static_cast<std::size_t>(t.to)];
            if (t.op == TransferOp::copy) {
                own = arrived;
            } else {
                nodes_.push_back({0, own, arrived});
                own = static_cast<int>(nodes_.size()) - 1;
            }
        }
    }
    root_ = held[static_cast<std::size_t>(rank)];
}

std::vector<Rank> SummationOrder::ranks() const {
    std::vector<Rank> ranks;
    std::vector<int> open{root_};
    while (!open.empty()) {
        const Node node = nodes_[static_cast<std::size_t>(open.back())];
        open.pop_back();
        if (node.left < 0) {
            ranks.push_back(node.rank);
        } else {
            open.push_back(node.right);
            open.push_back(node.left);
        }
    }
    return ranks;
}

std::string SummationOrder::text(int node, bool inside) const {
    const Node& at = nodes_[static_cast<std::size_t>(node)];
    if (at.left < 0) return std::to_string(at.rank);
    const std::string sum = text(at.left, true) + " + " + text(at.right, true);
    return inside ? "(" + sum + ")" : sum;
}

float SummationOrder::sum(int node, std::span<const float> values) const {
    const Node& at = nodes_[static_cast<std::size_t>(node)];
    if (at.left < 0) return values[static_cast<std::size_t>(at.rank)];
    return sum(at.left, values) + sum(at.right, values);
}

std::string SummationOrder::text() const { return text(root_, false); }

float SummationOrder::sum(std::span<const float> value_of_rank) const {
    return sum(root_, value_of_rank);
}

namespace {

float pairwise(std::span<const float> values) {
    if (values.size() == 1) return values.front();
    const std::size_t half = values.size() / 2;
    return pairwise(values.first(half)) + pairwise(values.subspan(half));
}

// `values`: of the ranks that are in, ascending by rank, at least one.
float sum_in(SumOrder order, std::span<const float> values) {
    float sum = 0;
    double exact = 0;
    switch (order) {
        case SumOrder::schedule: break;
        case SumOrder::ascending:
            sum = values.front();
            for (const float value : values.subspan(1)) sum += value;
            return sum;
        case SumOrder::descending:
            sum = values.back();
            for (std::size_t i = values.size() - 1; i-- > 0;) sum += values[i];
            return sum;
        case SumOrder::pairwise: return pairwise(values);
        case SumOrder::exact:
            for (const float value : values) exact += static_cast<double>(value);
            return static_cast<float>(exact);
    }
    return sum;
}

// The frame before the bucket's first step: every rank has its own values then.
FramePtr before_the_sum(const Recording& recording, Position position, int bucket) {
    for (std::int64_t f = 1; f <= position.frame; ++f) {
        const FramePtr frame = recording.frame({position.iteration, f});
        if (frame && frame->schedule_step == 0 && frame->bucket == bucket)
            return recording.frame({position.iteration, f - 1});
    }
    return nullptr;
}

}  // namespace

std::optional<Summation> summation_at(const Recording& recording, Position position, Rank rank,
                                      int chunk) {
    const FramePtr frame = recording.frame(position);
    if (!frame || frame->schedule_step < 0) return std::nullopt;
    const Bucket& bucket = recording.info().buckets.at(static_cast<std::size_t>(frame->bucket));
    const FramePtr before = before_the_sum(recording, position, frame->bucket);
    if (!before || rank < 0 || rank >= std::ssize(frame->ranks) || chunk < 0 ||
        chunk >= std::ssize(bucket.schedule.chunks))
        return std::nullopt;
    const Chunk& extent = bucket.schedule.chunks[static_cast<std::size_t>(chunk)];
    std::vector<std::span<const float>> own;
    for (const RankRecord& record : before->ranks) {
        if (!record.gradient || record.gradient->whole.empty()) return std::nullopt;
        own.push_back(std::span(record.gradient->whole)
                          .subspan(static_cast<std::size_t>(bucket.offset + extent.offset),
                                   static_cast<std::size_t>(extent.count)));
    }
    const VectorPtr& now = frame->ranks[static_cast<std::size_t>(rank)].gradient;
    const SummationOrder order(bucket.schedule, rank, chunk,
                               static_cast<std::size_t>(frame->schedule_step) + 1);
    std::vector<Rank> in = order.ranks();
    if (in.size() < 2 || extent.count == 0 || !now || now->whole.empty()) return std::nullopt;
    std::sort(in.begin(), in.end());

    Summation summation;
    summation.expression = order.text();
    std::int64_t farthest = -1;
    for (std::int64_t i = 0; i < extent.count; ++i) {
        std::vector<float> of_rank, ascending;
        for (const auto& values : own) of_rank.push_back(values[static_cast<std::size_t>(i)]);
        for (const Rank r : in) ascending.push_back(of_rank[static_cast<std::size_t>(r)]);
        std::vector<SumResult> results{{SumOrder::schedule, order.sum(of_rank), 0}};
        std::int64_t apart = 0;
        for (const SumOrder other :
             {SumOrder::ascending, SumOrder::descending, SumOrder::pairwise, SumOrder::exact}) {
            const float value = sum_in(other, ascending);
            results.push_back({other, value, ulp_distance(results[0].value, value)});
            apart = std::max(apart, results.back().ulp.value_or(0));
        }
        if (apart > 0) ++summation.differing;
        if (apart <= farthest) continue;
        farthest = apart;
        summation.element = i;
        summation.results = std::move(results);
        summation.measured =
            now->whole[static_cast<std::size_t>(bucket.offset + extent.offset + i)];
    }
    return summation;
}

}  // namespace ringscope
