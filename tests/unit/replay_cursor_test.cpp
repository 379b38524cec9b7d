#include "core/trace/replay_cursor.h"

#include <limits>

#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
using testing::bare_frame;

namespace {

// Iterations 0 .. 2 with two buckets, two steps a phase; a start frame before.
std::shared_ptr<Recording> two_buckets() {
    auto recording = std::make_shared<Recording>(RunInfo{});
    recording->append(bare_frame(0, FramePhase::start));
    for (std::int64_t i = 0; i < 3; ++i) {
        recording->append(bare_frame(i, FramePhase::backward));
        for (int bucket = 0; bucket < 2; ++bucket)
            for (int step = 0; step < 2; ++step)
                recording->append(bare_frame(i, FramePhase::reduce_scatter, step, bucket));
        recording->append(bare_frame(i, FramePhase::equality));
    }
    return recording;
}

}  // namespace

TEST_CASE("a pinned cursor follows the newest frame and a free one stays") {
    const auto recording = std::make_shared<Recording>(RunInfo{});
    ReplayCursor cursor(recording);
    CHECK(cursor.pinned());
    CHECK(cursor.frame() == nullptr);
    CHECK(!cursor.next_frame());
    CHECK(!cursor.previous_frame());
    recording->append(bare_frame(0, FramePhase::start));
    CHECK(cursor.frame()->phase == FramePhase::start);
    CHECK(cursor.before() == nullptr);
    recording->append(bare_frame(0, FramePhase::shard));
    CHECK(cursor.frame()->phase == FramePhase::shard);
    CHECK(cursor.before()->phase == FramePhase::start);

    CHECK(cursor.previous_frame());
    CHECK(!cursor.pinned());
    recording->append(bare_frame(0, FramePhase::forward));
    CHECK(cursor.frame()->phase == FramePhase::start);

    CHECK(cursor.next_frame());
    CHECK(!cursor.pinned());
    CHECK(cursor.next_frame());
    CHECK(cursor.pinned());
    CHECK(!cursor.next_frame());
    recording->append(bare_frame(0, FramePhase::backward));
    CHECK(cursor.number() == 3);

    cursor.unpin();
    recording->append(bare_frame(0, FramePhase::equality));
    CHECK(cursor.number() == 3);
    CHECK(cursor.last());
    CHECK(cursor.number() == 4);
}

TEST_CASE("a cursor steps every frame forward and back over the same frames") {
    const auto recording = two_buckets();
    ReplayCursor cursor(recording);
    CHECK(cursor.first());
    std::vector<FramePtr> forward = {cursor.frame()};
    while (cursor.next_frame()) {
        CHECK(cursor.before() == forward.back());
        forward.push_back(cursor.frame());
    }
    REQUIRE(std::ssize(forward) == recording->frame_count());
    std::vector<FramePtr> back = {cursor.frame()};
    while (cursor.previous_frame()) back.push_back(cursor.frame());
    CHECK(std::vector<FramePtr>(back.rbegin(), back.rend()) == forward);
}

TEST_CASE("a cursor steps by phase to first frames") {
    const auto recording = two_buckets();
    ReplayCursor cursor(recording);
    cursor.first();
    std::vector<std::int64_t> numbers;
    while (cursor.next_phase()) numbers.push_back(cursor.number());
    CHECK(numbers == std::vector<std::int64_t>{1, 2, 4, 6, 7, 8, 10, 12, 13, 14, 16, 18});
    cursor.seek_number(11);  // the second step of bucket 1: to the first of bucket 0
    CHECK(cursor.previous_phase());
    CHECK(cursor.number() == 8);
    CHECK(cursor.previous_phase());
    CHECK(cursor.number() == 7);
    cursor.first();
    CHECK(!cursor.previous_phase());
}

TEST_CASE("a cursor steps by iteration") {
    const auto recording = two_buckets();
    ReplayCursor cursor(recording);
    cursor.seek({1, 3});
    CHECK(cursor.next_iteration());
    CHECK(cursor.position() == Position{2, 0});
    CHECK(!cursor.next_iteration());
    CHECK(cursor.previous_iteration());
    CHECK(cursor.previous_iteration());
    CHECK(cursor.position() == Position{0, 0});
    CHECK(!cursor.previous_iteration());
}

TEST_CASE("a cursor seeks to the nearest frame there is") {
    const auto recording = two_buckets();
    ReplayCursor cursor(recording);
    cursor.seek({1, 50});
    CHECK(cursor.position() == Position{1, 5});
    cursor.seek({-3, 0});
    CHECK(cursor.position() == Position{0, 0});
    cursor.seek_number(1000);
    CHECK(cursor.pinned());
    cursor.seek_fraction(0.5);
    CHECK(cursor.number() == 9);
    cursor.seek_fraction(std::numeric_limits<double>::quiet_NaN());
    CHECK(cursor.number() == 0);
    cursor.seek_fraction(7);
    CHECK(cursor.pinned());
}
