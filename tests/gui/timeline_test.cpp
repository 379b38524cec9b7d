#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/panels/equality.h"
#include "ui/panels/timeline_geometry.h"

using namespace ringscope;

namespace {

std::shared_ptr<Recording> record(const test::Played& played, std::size_t frames) {
    auto recording = std::make_shared<Recording>(*played.info);
    for (std::size_t i = 0; i < frames; ++i) recording->append(played.frames.at(i));
    return recording;
}

}  // namespace

TEST_CASE("The plan of an iteration is what was recorded and what is still to come", "[timeline]") {
    const test::Played toy = test::toy();
    REQUIRE(toy.frames.size() == 7);
    const auto whole = iteration_plan(*record(toy, 7), 0);
    REQUIRE(whole.size() == 7);
    CHECK(whole[0].phase == FramePhase::start);
    CHECK(whole[3].phase == FramePhase::reduce_scatter);
    CHECK(whole[6].phase == FramePhase::all_gather);
    for (std::size_t frames = 1; frames < 7; ++frames)
        CHECK(iteration_plan(*record(toy, frames), 0) == whole);
}

TEST_CASE("Every pixel of the timeline belongs to one frame, and back", "[timeline]") {
    const auto plan = iteration_plan(*record(test::toy(), 7), 0);
    const double width = GENERATE(40.0, 300.0, 1400.0);
    const QRectF area(17, 5, width, 100);
    const TimelineGeometry geometry(plan, 12, area, 13);
    REQUIRE(geometry.frames() == 7);
    CHECK(geometry.blocks().size() == 3);
    for (int i = 0; i < 7; ++i) {
        CAPTURE(i);
        CHECK(geometry.frame_at(geometry.x_of(i)) == i);
        CHECK(area.contains(geometry.slot(i).adjusted(0.01, 0, -0.01, 0)));
        if (i > 0) CHECK(geometry.slot(i).left() == Approx(geometry.slot(i - 1).right()));
    }
    CHECK(geometry.frame_at(-1000) == 0);
    CHECK(geometry.frame_at(5000) == 6);
    for (std::int64_t k = 0; k < 12; ++k)
        CHECK(geometry.iteration_at(geometry.iteration_rect(k).center().x()) == k);
    CHECK(geometry.iteration_at(-1000) == 0);
    CHECK(geometry.iteration_at(5000) == 11);
    CHECK(TimelineGeometry(plan, 1, area, 13).strip().isEmpty());
    CHECK(TimelineGeometry({}, 0, area, 13).frame_at(20) == -1);
}

TEST_CASE("Vectors are compared only after the last step", "[equality]") {
    const auto recording = record(test::toy(), 7);
    for (std::int64_t i = 0; i < 6; ++i) CHECK_FALSE(equality_at(*recording, {0, i}).compared);
    const Equality equality = equality_at(*recording, {0, 6});
    CHECK(equality.compared);
    CHECK(equality.identical());
    CHECK(equality.same_count() == 4);
    CHECK(*equality.rows[3].difference == 0);
}

TEST_CASE("The newest comparison of parameters is the one before the frame", "[equality]") {
    RunInfo info;
    info.kind = RunKind::train;
    info.world_size = 2;
    Recording recording(info);
    const auto add = [&](std::int64_t iteration, FramePhase phase, std::uint64_t second) {
        auto frame = std::make_shared<Frame>();
        frame->iteration = iteration;
        frame->phase = phase;
        frame->ranks.resize(2);
        frame->ranks[0].digest = 7;
        frame->ranks[1].digest = second;
        if (phase != FramePhase::shard) frame->identical = second == 7;
        recording.append(frame);
    };
    add(0, FramePhase::start, 7);
    add(0, FramePhase::shard, 0);
    add(0, FramePhase::equality, 8);
    add(1, FramePhase::shard, 0);
    add(1, FramePhase::equality, 7);
    CHECK(equality_at(recording, {0, 1}).at_start);
    CHECK(equality_at(recording, {0, 1}).identical());
    CHECK_FALSE(equality_at(recording, {0, 2}).identical());
    const Equality before = equality_at(recording, {1, 0});
    CHECK(before.iteration == 0);
    CHECK(before.same_count() == 1);
    CHECK(equality_at(recording, {1, 1}).identical());
}
