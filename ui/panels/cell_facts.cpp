#include "ui/panels/cell_facts.h"

#include <algorithm>

#include "core/collective/contribution_map.h"

namespace ringscope {

namespace {

// How many steps of the bucket's schedule are behind the frame; none where a cell is no sum.
std::optional<std::size_t> steps_done(const RunInfo& info, const Frame& frame) {
    if (frame.schedule_step >= 0) return static_cast<std::size_t>(frame.schedule_step) + 1;
    switch (frame.phase) {
        case FramePhase::start:
            if (info.kind == RunKind::train) return std::nullopt;
            return 0;
        case FramePhase::backward:
        case FramePhase::weight: return 0;
        case FramePhase::divide:
        case FramePhase::update:
        case FramePhase::equality:
        case FramePhase::iteration:
            return info.buckets[static_cast<std::size_t>(frame.bucket)].schedule.steps.size();
        default: return std::nullopt;
    }
}

Flaw worst_flaw(const Frame& frame, const std::vector<TransferRecord>& transfers) {
    Flaw worst;
    for (const TransferRecord& record : transfers) {
        const Flaw flaw = flaw_of(frame, record);
        worst.nan_count = std::max(worst.nan_count, flaw.nan_count);
        worst.stale = worst.stale || flaw.stale;
    }
    return worst;
}

}  // namespace

std::optional<CellFacts> cell_facts(const StageScene& scene) {
    if (!scene.info || !scene.frame || !scene.selected || scene.info->buckets.empty())
        return std::nullopt;
    const Frame& frame = *scene.frame;
    const CellRef cell = *scene.selected;
    const auto bucket_index = static_cast<std::size_t>(frame.bucket);
    if (bucket_index >= scene.info->buckets.size()) return std::nullopt;
    const Bucket& bucket = scene.info->buckets[bucket_index];
    if (cell.rank < 0 || cell.rank >= std::ssize(frame.ranks) || cell.chunk < 0 ||
        cell.chunk >= std::ssize(bucket.schedule.chunks))
        return std::nullopt;

    CellFacts facts;
    facts.cell = cell;
    facts.extent = bucket.schedule.chunks[static_cast<std::size_t>(cell.chunk)];
    facts.extent.offset += bucket.offset;
    if (const auto steps = steps_done(*scene.info, frame)) {
        const ContributionMap map = ContributionMap::after(bucket.schedule, *steps);
        for (Rank r = 0; r < scene.info->world_size; ++r)
            if ((map.ranks_in(cell.rank, cell.chunk) >> r) & 1U) facts.ranks_in.push_back(r);
    }
    if (const VectorPtr& vector = frame.ranks[static_cast<std::size_t>(cell.rank)].gradient) {
        if (!vector->whole.empty()) {
            const auto first = vector->whole.begin() + facts.extent.offset;
            facts.values.assign(first, first + facts.extent.count);
        } else if (cell.chunk < std::ssize(vector->by_chunk)) {
            facts.summary = vector->by_chunk[static_cast<std::size_t>(cell.chunk)];
        }
    }
    for (const TransferRecord& record : frame.transfers) {
        if (record.report.transfer.chunk != cell.chunk) continue;
        if (record.report.transfer.to == cell.rank) facts.arrived.push_back(record);
        if (record.report.transfer.from == cell.rank) facts.left.push_back(record);
    }
    facts.arrived_flaw = worst_flaw(frame, facts.arrived);
    facts.left_flaw = worst_flaw(frame, facts.left);
    return facts;
}

}  // namespace ringscope
