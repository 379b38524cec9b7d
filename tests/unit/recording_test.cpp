#include "core/trace/recording.h"

#include <atomic>
#include <random>
#include <thread>

#include "core/support/error.h"
#include "core/trace/replay_cursor.h"
#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
using testing::bare_frame;

namespace {

// One iteration as a watched run of two ranks gives it.
std::vector<FramePtr> watched(std::int64_t iteration, bool again = false) {
    std::vector<FramePtr> frames;
    for (const FramePhase phase :
         {FramePhase::shard, FramePhase::forward, FramePhase::reduce_scatter,
          FramePhase::reduce_scatter, FramePhase::all_gather, FramePhase::equality}) {
        auto frame = bare_frame(iteration, phase);
        frame->executed_again = again;
        frames.push_back(frame);
    }
    return frames;
}

// Iteration 0: start and six watched frames; iteration 1: free; iteration 2: six watched frames.
std::shared_ptr<Recording> mixed() {
    auto recording = std::make_shared<Recording>(RunInfo{});
    recording->append(bare_frame(0, FramePhase::start));
    for (const FramePtr& frame : watched(0)) recording->append(frame);
    recording->append(bare_frame(1, FramePhase::iteration));
    for (const FramePtr& frame : watched(2)) recording->append(frame);
    return recording;
}

}  // namespace

TEST_CASE("a recording finds frames by place and by number") {
    const auto recording = mixed();
    CHECK(recording->iterations() == 3);
    CHECK(recording->frame_count() == 14);
    CHECK(recording->frames_in(0) == 7);
    CHECK(recording->frames_in(1) == 1);
    CHECK(recording->frames_in(3) == 0);
    CHECK(recording->last() == Position{2, 5});
    std::optional<Position> position = Position{};
    for (std::int64_t number = 0; number < 14; ++number) {
        CAPTURE(number);
        REQUIRE(position);
        CHECK(recording->at(number) == *position);
        CHECK(recording->number_of(*position) == number);
        const auto next = recording->next(*position);
        if (next) CHECK(recording->previous(*next) == *position);
        position = next;
    }
    CHECK(!position);
    CHECK(recording->at(-5) == Position{0, 0});
    CHECK(recording->at(99) == Position{2, 5});
    CHECK(recording->number_of({1, 9}) == 7);
    CHECK(recording->number_of({9, 0}) == 13);
    CHECK(recording->frame({1, 1}) == nullptr);
    CHECK(recording->frame({-1, 0}) == nullptr);
    CHECK(!recording->previous({0, 0}));
}

TEST_CASE("a recording takes frames only in order") {
    Recording recording{RunInfo{}};
    CHECK(!recording.last());
    CHECK(recording.frame_count() == 0);
    CHECK_THROWS_AS(recording.append(bare_frame(1, FramePhase::shard)), ContractError);
    recording.append(bare_frame(0, FramePhase::start));
    CHECK_THROWS_AS(recording.append(bare_frame(2, FramePhase::shard)), ContractError);
}

TEST_CASE("frames that were executed again take the place of the summary") {
    const auto recording = mixed();
    CHECK(recording->only_summary(1));
    CHECK(!recording->only_summary(0));
    CHECK(!recording->only_summary(7));
    const FramePtr summary = recording->summary(1);
    CHECK_THROWS_AS(recording->expand(1, watched(1, false)), ContractError);
    recording->expand(1, watched(1, true));
    CHECK(!recording->only_summary(1));
    CHECK(recording->frames_in(1) == 6);
    CHECK(recording->frame_count() == 19);
    CHECK(recording->at(13) == Position{2, 0});
    CHECK(recording->number_of({2, 0}) == 13);
    CHECK(recording->summary(1) == summary);
    recording->expand(1, watched(1, true));  // again: nothing changes
    CHECK(recording->frame_count() == 19);
}

TEST_CASE("expanding keeps the start frame and replaces what was watched of the iteration") {
    Recording recording{RunInfo{}};
    recording.append(bare_frame(0, FramePhase::start));
    recording.append(bare_frame(0, FramePhase::shard));
    recording.append(bare_frame(0, FramePhase::iteration));
    recording.expand(0, watched(0, true));
    CHECK(recording.frames_in(0) == 7);
    CHECK(recording.frame({0, 0})->phase == FramePhase::start);
    CHECK(recording.frame({0, 1})->executed_again);
}

TEST_CASE("the checkpoint before an iteration is the newest that is not after it") {
    Recording recording{RunInfo{}};
    CHECK(recording.checkpoint_before(5) == nullptr);
    for (const std::int64_t iteration : {0, 10, 30, 20, 10}) {
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->iteration = iteration;
        recording.append(CheckpointPtr(checkpoint));
    }
    CHECK(recording.checkpoints().size() == 4);
    CHECK(recording.checkpoint_before(0)->iteration == 0);
    CHECK(recording.checkpoint_before(19)->iteration == 10);
    CHECK(recording.checkpoint_before(20)->iteration == 20);
    CHECK(recording.checkpoint_before(1000)->iteration == 30);
    CHECK(recording.checkpoint_before(-1) == nullptr);
}

TEST_CASE("running sums agree with plain ones") {
    std::mt19937 random(5);
    PrefixCounts counts;
    std::vector<std::int64_t> plain;
    for (int k = 0; k < 300; ++k) {
        const auto value = static_cast<std::int64_t>(random() % 4 + 1);
        counts.push_back(value);
        plain.push_back(value);
        const std::size_t changed = random() % plain.size();
        counts.add(changed, 2);
        plain[changed] += 2;
    }
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        REQUIRE(counts.sum_before(i) == sum);
        REQUIRE(counts.index_of(sum) == i);
        REQUIRE(counts.index_of(sum + plain[i] - 1) == i);
        sum += plain[i];
    }
}

// Were it quadratic, it would take longer than a test may.
TEST_CASE("a recording of 100,000 iterations numbers every frame") {
    Recording recording{RunInfo{}};
    recording.append(bare_frame(0, FramePhase::start));
    for (std::int64_t i = 0; i < 100000; ++i)
        recording.append(bare_frame(i, FramePhase::iteration));
    for (std::int64_t i = 0; i < 100000; i += 100) recording.expand(i, watched(i, true));
    for (std::int64_t number = 0; number < recording.frame_count(); ++number)
        REQUIRE(recording.number_of(recording.at(number)) == number);
}

TEST_CASE("readers on another thread see whole frames while the engine appends") {
    const auto recording = std::make_shared<Recording>(RunInfo{});
    recording->append(bare_frame(0, FramePhase::start));
    std::atomic<bool> done = false;
    std::int64_t wrong = 0;
    std::thread reader([&] {
        const ReplayCursor cursor(recording);
        while (!done) {
            const FramePtr frame = cursor.frame();
            const std::int64_t count = recording->frame_count();
            if (!frame || recording->number_of(recording->at(count - 1)) != count - 1) ++wrong;
        }
    });
    for (std::int64_t i = 0; i < 2000; ++i) {
        recording->append(bare_frame(i, FramePhase::iteration));
        if (i % 3 == 0) recording->expand(i, watched(i, true));
    }
    done = true;
    reader.join();
    CHECK(wrong == 0);
}
