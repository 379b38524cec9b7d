#include "core/collective/halving_doubling.h"

#include <bit>
#include <utility>

#include "core/support/error.h"

namespace ringscope {

Schedule halving_doubling_all_reduce(int world_size, std::int64_t length) {
    expect(world_size >= 1 && length >= 0, "halving_doubling: world_size >= 1 and length >= 0");
    const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(world_size)));

    Schedule schedule;
    schedule.algorithm = "halving-doubling";
    schedule.world_size = world_size;
    schedule.length = length;
    schedule.chunks = balanced_chunks(length, core);
    for (Rank r = 0; r < core; ++r) schedule.owners.push_back(r);

    const auto add_step = [&](CollectivePhase phase, int index, auto&& add_transfers) {
        Step step{phase, index, {}};
        add_transfers(step.transfers);
        schedule.steps.push_back(std::move(step));
    };
    if (world_size > core)
        add_step(CollectivePhase::reduce, 0, [&](std::vector<Transfer>& transfers) {
            for (Rank r = core; r < world_size; ++r)
                for (int c = 0; c < core; ++c)
                    transfers.push_back({r, r - core, c, TransferOp::add});
        });
    // Before a step of distance d a rank is responsible for the 2 d chunks that have its own number
    // but for the last log2(2 d) bits. It gives away the d of them that its partner keeps.
    int index = 0;
    for (int distance = core / 2; distance >= 1; distance /= 2)
        add_step(CollectivePhase::reduce_scatter, index++, [&](std::vector<Transfer>& transfers) {
            for (Rank r = 0; r < core; ++r) {
                const Rank partner = r ^ distance;
                const int first = partner & ~(distance - 1);
                for (int c = first; c < first + distance; ++c)
                    transfers.push_back({r, partner, c, TransferOp::add});
            }
        });
    index = 0;
    for (int distance = 1; distance < core; distance *= 2)
        add_step(CollectivePhase::all_gather, index++, [&](std::vector<Transfer>& transfers) {
            for (Rank r = 0; r < core; ++r) {
                const int first = r & ~(distance - 1);
                for (int c = first; c < first + distance; ++c)
                    transfers.push_back({r, r ^ distance, c, TransferOp::copy});
            }
        });
    if (world_size > core)
        add_step(CollectivePhase::broadcast, 0, [&](std::vector<Transfer>& transfers) {
            for (Rank r = core; r < world_size; ++r)
                for (int c = 0; c < core; ++c)
                    transfers.push_back({r - core, r, c, TransferOp::copy});
        });
    return schedule;
}

}  // namespace ringscope
