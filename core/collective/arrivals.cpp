#include "core/collective/arrivals.h"

#include <algorithm>
#include <tuple>

namespace ringscope {

namespace {

std::size_t cell_of(const Schedule& schedule, Rank rank, int chunk) {
    return static_cast<std::size_t>(rank) * schedule.chunks.size() +
           static_cast<std::size_t>(chunk);
}

std::vector<Arrival> as_listed(const Step& step) {
    std::vector<Arrival> all;
    for (std::size_t i = 0; i < step.transfers.size(); ++i)
        all.push_back({step.transfers[i], static_cast<int>(i)});
    return all;
}

// Every cell that something is added to takes its values in rank order, its own among them: the
// first is copied, the others are added.
std::vector<Arrival> in_rank_order(const Schedule& schedule, const Step& step) {
    std::vector<Arrival> all = as_listed(step);
    std::vector<bool> taken(static_cast<std::size_t>(schedule.world_size) * schedule.chunks.size());
    for (const Transfer& t : step.transfers)
        if (const std::size_t cell = cell_of(schedule, t.to, t.chunk); !taken[cell]) {
            taken[cell] = true;
            all.push_back({{t.to, t.to, t.chunk, TransferOp::add}});
        }
    const auto place = [](const Arrival& a) {
        return std::tuple(a.transfer.to, a.transfer.chunk, a.transfer.from);
    };
    std::sort(all.begin(), all.end(),
              [&](const Arrival& a, const Arrival& b) { return place(a) < place(b); });
    for (Arrival& arrival : all) {
        Transfer& t = arrival.transfer;
        if (taken[cell_of(schedule, t.to, t.chunk)]) t.op = TransferOp::copy;
        taken[cell_of(schedule, t.to, t.chunk)] = false;
    }
    return all;
}

}  // namespace

std::vector<Arrival> arrivals(const Schedule& schedule, const Step& step) {
    const auto ranks = static_cast<std::size_t>(schedule.world_size);
    std::vector<bool> changes(ranks * schedule.chunks.size());
    for (const Transfer& t : step.transfers) changes[cell_of(schedule, t.to, t.chunk)] = true;

    std::vector<Arrival> all = step.rank_order ? in_rank_order(schedule, step) : as_listed(step);
    std::vector<std::int64_t> used(ranks, 0);  // of each receive buffer
    for (Arrival& arrival : all) {
        const Transfer& t = arrival.transfer;
        arrival.slotted = t.op == TransferOp::add || changes[cell_of(schedule, t.from, t.chunk)];
        if (!arrival.slotted) continue;
        std::int64_t& next = used[static_cast<std::size_t>(t.to)];
        arrival.slot = next;
        next += schedule.chunks[static_cast<std::size_t>(t.chunk)].count;
    }
    return all;
}

std::vector<std::int64_t> receive_elements(const Schedule& schedule) {
    std::vector<std::int64_t> most(static_cast<std::size_t>(schedule.world_size), 0);
    for (const Step& step : schedule.steps)
        for (const Arrival& arrival : arrivals(schedule, step)) {
            if (!arrival.slotted) continue;
            const Transfer& t = arrival.transfer;
            std::int64_t& rank = most[static_cast<std::size_t>(t.to)];
            rank = std::max(
                rank, arrival.slot + schedule.chunks[static_cast<std::size_t>(t.chunk)].count);
        }
    return most;
}

}  // namespace ringscope
