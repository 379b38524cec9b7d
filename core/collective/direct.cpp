#include "core/collective/direct.h"

namespace ringscope {

Schedule direct_all_reduce(int world_size, std::int64_t length) {
    Schedule schedule = whole_vector_schedule("direct", world_size, length);
    if (world_size == 1) return schedule;
    Step exchange{CollectivePhase::exchange, 0, {}, true};
    for (Rank from = 0; from < world_size; ++from)
        for (Rank to = 0; to < world_size; ++to)
            if (from != to) exchange.transfers.push_back({from, to, 0, TransferOp::add});
    schedule.steps = {std::move(exchange)};
    return schedule;
}

}  // namespace ringscope
