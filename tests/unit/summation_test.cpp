#include "core/trace/summation.h"

#include "core/collective/ring.h"
#include "core/trace/recorder.h"
#include "core/trace/replica_difference.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("a ring adds a chunk up in the order in which it passes the ranks", "[summation]") {
    const Schedule textbook = ring_all_reduce(4, 4, Ownership::textbook);
    // Chunk 0 leaves rank 0 first; each receiver adds what arrives to its own.
    CHECK(SummationOrder(textbook, 0, 0, 0).text() == "0");
    CHECK(SummationOrder(textbook, 1, 0, 1).text() == "1 + 0");
    CHECK(SummationOrder(textbook, 3, 0, 3).text() == "3 + (2 + (1 + 0))");
    CHECK(SummationOrder(textbook, 0, 0, 6).text() == "3 + (2 + (1 + 0))");
    CHECK(SummationOrder(ring_all_reduce(4, 4, Ownership::nccl), 0, 0, 6).text() ==
          "0 + (3 + (2 + 1))");
    const std::vector<float> values{1, 10, 100, 1000};
    for (Rank r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) {
            const SummationOrder order(textbook, r, c, 6);
            CHECK(order.sum(values) == 1111);
            CHECK(order.ranks().size() == 4);
            // All ranks end with the same order, and so with the same bits.
            CHECK(order.text() == SummationOrder(textbook, 0, c, 6).text());
        }
}

TEST_CASE("orders of addition differ in the last bits, and the schedule's is the measured one",
          "[summation]") {
    Trainer trainer =
        host_trainer(small_training(R"({"world_size": 6, "steps": 1, "global_batch": 12})"));
    Recorder recorder(trainer);
    while (!trainer.finished()) recorder.advance(trainer, Pace::watched);
    const Recording& recording = *recorder.recording();
    int sums = 0, apart = 0;
    for (std::int64_t f = 0; f < recording.frames_in(0); ++f) {
        const FramePtr frame = recording.frame({0, f});
        for (Rank r = 0; r < 6; ++r)
            for (int c = 0; c < 6; ++c) {
                const auto summation = summation_at(recording, {0, f}, r, c);
                if (frame->schedule_step < 0) {
                    CHECK_FALSE(summation);
                    continue;
                }
                if (!summation) continue;
                ++sums;
                CHECK(summation->results.size() == 5);
                CHECK(ulp_distance(summation->results[0].value, summation->measured) == 0);
                for (const SumResult& result : summation->results) {
                    REQUIRE(result.ulp);
                    CHECK(*result.ulp < 1000000);
                    if (*result.ulp > 0) ++apart;
                }
            }
    }
    CHECK(sums > 36);
    CHECK(apart > 0);
}

TEST_CASE("a value too small for the sum is lost in one order and counts in another",
          "[summation]") {
    // 2^24 + 1 is not a float: added one by one the ones are lost, added first they count.
    const Schedule schedule = ring_all_reduce(3, 3, Ownership::textbook);
    const std::vector<float> values{16777216.0F, 1, 1};
    const float small_first = SummationOrder(schedule, 0, 1, 4).sum(values);  // 0 + (2 + 1)
    const float large_first = SummationOrder(schedule, 0, 0, 4).sum(values);  // 2 + (1 + 0)
    CHECK(small_first == 16777218.0F);
    CHECK(large_first == 16777216.0F);
    CHECK(ulp_distance(small_first, large_first) == 1);
}
