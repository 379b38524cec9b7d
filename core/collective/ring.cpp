#include "core/collective/ring.h"

#include "core/support/error.h"

namespace ringscope {

const char* name(Ownership ownership) noexcept {
    return ownership == Ownership::textbook ? "textbook" : "nccl";
}

Schedule ring_all_reduce(int world_size, std::int64_t length, Ownership ownership) {
    expect(world_size >= 1 && length >= 0, "ring_all_reduce: world_size >= 1 and length >= 0");
    const int n = world_size;
    const auto chunk_index = [n](int i) { return ((i % n) + n) % n; };
    // Under nccl every rank works one chunk behind textbook, so that it ends owning its own number.
    const int shift = ownership == Ownership::textbook ? 0 : 1;

    Schedule schedule;
    schedule.algorithm = "ring";
    schedule.ownership = name(ownership);
    schedule.world_size = n;
    schedule.length = length;
    schedule.chunks = balanced_chunks(length, n);
    schedule.owners.resize(static_cast<std::size_t>(n));

    const auto add_steps = [&](CollectivePhase phase, TransferOp op, int first_chunk_of_rank_0) {
        for (int s = 0; s < n - 1; ++s) {
            Step step{phase, s, {}};
            for (Rank r = 0; r < n; ++r)
                step.transfers.push_back(
                    {r, (r + 1) % n, chunk_index(r + first_chunk_of_rank_0 - s), op});
            schedule.steps.push_back(std::move(step));
        }
    };
    add_steps(CollectivePhase::reduce_scatter, TransferOp::add, -shift);
    add_steps(CollectivePhase::all_gather, TransferOp::copy, 1 - shift);

    for (Rank r = 0; r < n; ++r)
        schedule.owners[static_cast<std::size_t>(chunk_index(r + 1 - shift))] = r;
    return schedule;
}

}  // namespace ringscope
