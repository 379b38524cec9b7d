#include "core/trace/flaw.h"

#include <cmath>

#include "core/train/faults.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

Frame frame_with(const Fault& fault) {
    Frame frame;
    frame.active_faults = {in_words(fault)};
    return frame;
}

int stale_cells(const Schedule& schedule, const Frame& frame, std::size_t steps) {
    const StaleMap map(schedule, frame, steps);
    int count = 0;
    for (Rank r = 0; r < schedule.world_size; ++r)
        for (int c = 0; c < schedule.world_size; ++c) count += map.stale(r, c) ? 1 : 0;
    CHECK(map.any() == (count > 0));
    return count;
}

}  // namespace

TEST_CASE("the words of a stale chunk name its transfer, other words do not") {
    Fault fault;
    fault.kind = FaultKind::stale_chunk;
    fault.chunk = 12;
    fault.step = 7;
    const auto transfer = stale_transfer(in_words(fault));
    REQUIRE(transfer);
    CHECK(transfer->chunk == 12);
    CHECK(transfer->step == 7);
    CHECK_FALSE(transfer->from);
    fault.rank = 3;
    CHECK(stale_transfer(in_words(fault))->chunk == 12);
    CHECK(stale_transfer(in_words(fault))->from == 3);
    fault.kind = FaultKind::nan;
    CHECK_FALSE(stale_transfer(in_words(fault)));
    CHECK_FALSE(stale_transfer("stale-chunk"));
}

TEST_CASE("stale values spread along the schedule's hops, and only there") {
    const int n = GENERATE(2, 3, 4, 7);
    const auto ownership = GENERATE(Ownership::textbook, Ownership::nccl);
    const Schedule schedule = ring_all_reduce(n, 4 * n, ownership);
    CAPTURE(n, name(ownership));
    for (int step = 0; step < 2 * (n - 1); ++step) {
        Fault fault;
        fault.kind = FaultKind::stale_chunk;
        fault.step = step;
        fault.chunk = 0;
        const Frame frame = frame_with(fault);
        CAPTURE(step);
        CHECK(stale_cells(schedule, frame, static_cast<std::size_t>(step)) == 0);
        CHECK(stale_cells(schedule, frame, static_cast<std::size_t>(step) + 1) == 1);
        const int in_the_end = stale_cells(schedule, frame, schedule.steps.size());
        // While sums are made it gets into the sum, and so to everyone; a stale copy reaches those
        // that come after it on the ring.
        if (step < n - 1)
            CHECK(in_the_end == n);
        else
            CHECK(in_the_end == 2 * (n - 1) - step);
    }
}

TEST_CASE("a hop that carries NaN says how many") {
    Trainer trainer =
        host_trainer(small_training(R"({"faults": [{"kind": "nan", "rank": 1, "index": 0}]})"));
    trainer.advance(Pace::watched);
    std::vector<std::pair<Rank, Rank>> hops;
    for (const FramePtr& frame : watch_iteration(trainer))
        for (const TransferRecord& record : frame->transfers)
            if (const Flaw flaw = flaw_of(*frame, record)) {
                CHECK(flaw.nan_count == 1);
                CHECK_FALSE(flaw.stale);
                CHECK(record.report.transfer.chunk == 0);
                hops.emplace_back(record.report.transfer.from, record.report.transfer.to);
            }
    // Chunk 0 is summed from device 0 on; device 1 puts the NaN in and all others get it.
    CHECK(hops == std::vector<std::pair<Rank, Rank>>{{1, 2}, {2, 3}, {3, 0}, {0, 1}, {1, 2}});
}

TEST_CASE("a stale hop is told by the frame that it happened in") {
    Trainer trainer = host_trainer(small_training(
        R"({"faults": [{"kind": "stale-chunk", "chunk": 1, "step": 2, "from": 1}]})"));
    trainer.advance(Pace::watched);
    for (int iteration = 0; iteration < 2; ++iteration) {
        int stale = 0;
        for (const FramePtr& frame : watch_iteration(trainer))
            for (const TransferRecord& record : frame->transfers)
                if (flaw_of(*frame, record).stale) {
                    ++stale;
                    CHECK(frame->schedule_step == 2);
                    CHECK(record.report.transfer.chunk == 1);
                }
        CHECK(stale == iteration);  // in the first iteration there is nothing stale to deliver
    }
}
