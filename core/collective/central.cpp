#include "core/collective/central.h"

namespace ringscope {

Schedule central_all_reduce(int world_size, std::int64_t length) {
    Schedule schedule = whole_vector_schedule("central", world_size, length);
    if (world_size == 1) return schedule;
    Step reduce{CollectivePhase::reduce, 0, {}};
    Step broadcast{CollectivePhase::broadcast, 0, {}};
    for (Rank r = 1; r < world_size; ++r) {
        reduce.transfers.push_back({r, 0, 0, TransferOp::add});
        broadcast.transfers.push_back({0, r, 0, TransferOp::copy});
    }
    schedule.steps = {std::move(reduce), std::move(broadcast)};
    return schedule;
}

}  // namespace ringscope
