#include "core/collective/schedule.h"

#include <algorithm>

#include "core/support/error.h"

namespace ringscope {

std::vector<Chunk> balanced_chunks(std::int64_t length, int parts) {
    expect(length >= 0 && parts >= 1, "balanced_chunks: length >= 0 and parts >= 1");
    std::vector<Chunk> chunks;
    chunks.reserve(static_cast<std::size_t>(parts));
    const std::int64_t smaller = length / parts;
    const std::int64_t longer_ones = length % parts;
    std::int64_t offset = 0;
    for (int c = 0; c < parts; ++c) {
        const std::int64_t count = smaller + (c < longer_ones ? 1 : 0);
        chunks.push_back({offset, count});
        offset += count;
    }
    return chunks;
}

Schedule whole_vector_schedule(const char* algorithm, int world_size, std::int64_t length) {
    expect(world_size >= 1 && length >= 0, "a schedule: world_size >= 1 and length >= 0");
    Schedule schedule;
    schedule.algorithm = algorithm;
    schedule.world_size = world_size;
    schedule.length = length;
    schedule.chunks = {{0, length}};
    schedule.owners = {0};
    return schedule;
}

const char* name(CollectivePhase phase) noexcept {
    switch (phase) {
        case CollectivePhase::reduce_scatter: return "reduce-scatter";
        case CollectivePhase::all_gather: return "all-gather";
        case CollectivePhase::reduce: return "reduce";
        case CollectivePhase::broadcast: return "broadcast";
        case CollectivePhase::exchange: return "exchange";
    }
    return "";
}

bool reduces(CollectivePhase phase) noexcept {
    return phase == CollectivePhase::reduce_scatter || phase == CollectivePhase::reduce ||
           phase == CollectivePhase::exchange;
}

int steps_in_phase(const Schedule& schedule, CollectivePhase phase) noexcept {
    return static_cast<int>(
        std::count_if(schedule.steps.begin(), schedule.steps.end(),
                      [phase](const Step& step) { return step.phase == phase; }));
}

std::string to_text(const Schedule& schedule) {
    std::string text;
    for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
        text += "step " + std::to_string(k) + ":";
        const char* separator = " ";
        for (const Transfer& t : schedule.steps[k].transfers) {
            text += separator;
            text += "c" + std::to_string(t.chunk) + " " + std::to_string(t.from) + "->" +
                    std::to_string(t.to) + (t.op == TransferOp::add ? " +=" : " =");
            separator = ", ";
        }
        text += "\n";
    }
    return text;
}

}  // namespace ringscope
