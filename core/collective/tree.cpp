#include "core/collective/tree.h"

#include <bit>

namespace ringscope {

namespace {

// 0 for the root, 1 for its children, ...
int level(Rank rank) { return std::bit_width(static_cast<unsigned>(rank) + 1) - 1; }
Rank parent(Rank rank) { return (rank - 1) / 2; }

}  // namespace

Schedule tree_all_reduce(int world_size, std::int64_t length) {
    Schedule schedule = whole_vector_schedule("tree", world_size, length);
    const int depth = level(world_size - 1);
    for (int s = 0; s < depth; ++s) {
        Step up{CollectivePhase::reduce, s, {}};
        for (Rank r = 1; r < world_size; ++r)
            if (level(r) == depth - s) up.transfers.push_back({r, parent(r), 0, TransferOp::add});
        schedule.steps.push_back(std::move(up));
    }
    for (int s = 0; s < depth; ++s) {
        Step down{CollectivePhase::broadcast, s, {}};
        for (Rank r = 1; r < world_size; ++r)
            if (level(r) == s + 1) down.transfers.push_back({parent(r), r, 0, TransferOp::copy});
        schedule.steps.push_back(std::move(down));
    }
    return schedule;
}

}  // namespace ringscope
