#include "core/trace/frame.h"

#include <algorithm>
#include <cmath>

#include "core/support/digest.h"

namespace ringscope {

const char* name(FramePhase phase) noexcept {
    switch (phase) {
        case FramePhase::start: return "start";
        case FramePhase::shard: return "shard";
        case FramePhase::forward: return "forward";
        case FramePhase::backward: return "backward";
        case FramePhase::weight: return "weight";
        case FramePhase::reduce_scatter: return "reduce-scatter";
        case FramePhase::all_gather: return "all-gather";
        case FramePhase::reduce: return "reduce";
        case FramePhase::broadcast: return "broadcast";
        case FramePhase::exchange: return "exchange";
        case FramePhase::divide: return "divide";
        case FramePhase::update: return "update";
        case FramePhase::equality: return "equality";
        case FramePhase::iteration: return "iteration";
    }
    return "";
}

FramePhase frame_phase(CollectivePhase phase) noexcept {
    switch (phase) {
        case CollectivePhase::reduce_scatter: return FramePhase::reduce_scatter;
        case CollectivePhase::all_gather: return FramePhase::all_gather;
        case CollectivePhase::reduce: return FramePhase::reduce;
        case CollectivePhase::broadcast: return FramePhase::broadcast;
        case CollectivePhase::exchange: return FramePhase::exchange;
    }
    return FramePhase::reduce_scatter;
}

bool moves_chunks(FramePhase phase) noexcept {
    return phase >= FramePhase::reduce_scatter && phase <= FramePhase::exchange;
}

const char* name(RunKind kind) noexcept {
    return kind == RunKind::collective ? "collective" : "train";
}

Summary summarize(std::span<const float> values, std::uint64_t first_index) {
    Summary summary;
    summary.count = static_cast<std::int64_t>(values.size());
    summary.digest = digest(values, first_index);
    double sum = 0, squares = 0;
    std::int64_t numbers = 0;
    for (float value : values) {
        if (std::isnan(value)) {
            ++summary.nan_count;
            continue;
        }
        if (numbers == 0 || value < summary.min) summary.min = value;
        if (numbers == 0 || value > summary.max) summary.max = value;
        sum += value;
        squares += static_cast<double>(value) * value;
        ++numbers;
    }
    if (numbers > 0) summary.mean = sum / static_cast<double>(numbers);
    summary.norm = std::sqrt(squares);
    summary.first.assign(values.begin(),
                         values.begin() + std::min<std::ptrdiff_t>(8, std::ssize(values)));
    return summary;
}

VectorPtr record_vector(std::vector<float> values, const Bucket& bucket) {
    auto record = std::make_shared<VectorRecord>();
    record->length = std::ssize(values);
    record->summary = summarize(values, 0);
    if (record->length <= whole_limit) {
        record->whole = std::move(values);
    } else {
        const std::span<const float> all(values);
        for (const Chunk& chunk : bucket.schedule.chunks) {
            const auto first = static_cast<std::size_t>(bucket.offset + chunk.offset);
            record->by_chunk.push_back(
                summarize(all.subspan(first, static_cast<std::size_t>(chunk.count)), first));
        }
    }
    return record;
}

namespace {

VectorPtr record_part(const VectorRecord& vector, const Chunk& chunk, std::int64_t base,
                      int index) {
    auto part = std::make_shared<VectorRecord>();
    part->length = chunk.count;
    if (vector.whole.empty() && vector.length > 0) {
        part->summary = vector.by_chunk.at(static_cast<std::size_t>(index));
        return part;
    }
    const auto first = vector.whole.begin() + base + chunk.offset;
    part->whole.assign(first, first + chunk.count);
    part->summary = summarize(part->whole, static_cast<std::uint64_t>(base + chunk.offset));
    return part;
}

}  // namespace

TransferRecord record_transfer(const TransferReport& report, const Chunk& chunk, std::int64_t base,
                               const VectorRecord& sender, const VectorRecord& receiver) {
    const int index = report.transfer.chunk;
    return {report, chunk, record_part(sender, chunk, base, index),
            record_part(receiver, chunk, base, index)};
}

}  // namespace ringscope
