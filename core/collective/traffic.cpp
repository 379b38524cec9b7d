#include "core/collective/traffic.h"

#include <algorithm>

namespace ringscope {

std::vector<std::int64_t> scheduled_bytes_per_rank(const Schedule& schedule) {
    std::vector<std::int64_t> bytes(static_cast<std::size_t>(schedule.world_size), 0);
    for (const Step& step : schedule.steps)
        for (const Transfer& t : step.transfers)
            bytes[static_cast<std::size_t>(t.from)] +=
                4 * schedule.chunks[static_cast<std::size_t>(t.chunk)].count;
    return bytes;
}

std::vector<std::int64_t> ring_bytes_per_rank(int world_size, std::int64_t length,
                                              Ownership ownership) {
    std::vector<std::int64_t> bytes(static_cast<std::size_t>(world_size), 0);
    if (world_size == 1) return bytes;
    const std::vector<Chunk> chunks = balanced_chunks(length, world_size);
    const int first = ownership == Ownership::textbook ? 1 : 0;
    for (int r = 0; r < world_size; ++r) {
        const auto count = [&](int c) {
            return chunks[static_cast<std::size_t>(c % world_size)].count;
        };
        bytes[static_cast<std::size_t>(r)] =
            4 * (2 * length - count(r + first) - count(r + first + 1));
    }
    return bytes;
}

double ideal_bytes_per_rank(int world_size, std::int64_t length) {
    return 2.0 * (world_size - 1) / world_size * 4.0 * static_cast<double>(length);
}

double alpha_beta_seconds(const Schedule& schedule, double latency, double bandwidth) {
    double seconds = 0;
    for (const Step& step : schedule.steps) {
        std::vector<std::int64_t> sent(static_cast<std::size_t>(schedule.world_size), 0);
        for (const Transfer& t : step.transfers)
            sent[static_cast<std::size_t>(t.from)] +=
                4 * schedule.chunks[static_cast<std::size_t>(t.chunk)].count;
        seconds +=
            latency + static_cast<double>(*std::max_element(sent.begin(), sent.end())) / bandwidth;
    }
    return seconds;
}

}  // namespace ringscope
