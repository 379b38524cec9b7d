#include "core/session/session.h"
#include "tests/gui/window_fixture.h"
#include "ui/figures/bar_plot.h"
#include "ui/main_window/experiments.h"
#include "ui/panels/planner_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// The window on a scenario, once it shows the frame that the scenario opens at.
struct Opened {
    explicit Opened(const char* name) : fixture(QString::fromLatin1(name)) {
        const Position there = load_scenario(name).open_at.value_or(Position{});
        REQUIRE(fixture.wait([&] { return fixture.window.player().position() == there; }));
        REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    }
    // What one key press shows.
    FramePtr press_right() {
        fixture.press_and_wait(Qt::Key_Right);
        return fixture.recording().frame(fixture.window.player().position());
    }

    WindowFixture fixture;
};

bool anyone_has_nan(const Frame& frame) {
    for (const RankRecord& rank : frame.ranks)
        if (rank.gradient && rank.gradient->summary.nan_count > 0) return true;
    return false;
}

}  // namespace

TEST_CASE("scenarios open one key press before their point") {
    SECTION("no-sync: the digests differ") {
        const FramePtr frame = Opened("no-sync").press_right();
        CHECK(frame->phase == FramePhase::equality);
        CHECK(frame->identical == false);
    }
    SECTION("outlier: the digests are equal") {
        const FramePtr frame = Opened("outlier-on-device-3").press_right();
        CHECK(frame->phase == FramePhase::equality);
        CHECK(frame->identical == true);
        CHECK_FALSE(frame->active_faults.empty());
    }
    SECTION("NaN: the first hop") {
        Opened opened("nan-contagion");
        const FramePtr frame = opened.press_right();
        CHECK(frame->iteration == 1);
        CHECK(frame->phase == FramePhase::reduce_scatter);
        CHECK(anyone_has_nan(*frame));
    }
}

TEST_CASE("every scenario opens, steps and goes back in the window") {
    for (const std::string& name : scenario_names()) {
        if (name == "straggler") continue;  // it is slow on purpose; the claims test it
        CAPTURE(name);
        Opened opened(name.c_str());
        const Position there = opened.fixture.window.player().position();
        const QImage before = opened.fixture.picture();
        opened.press_right();
        CHECK(opened.fixture.window.player().position() != there);
        opened.fixture.press_and_wait(Qt::Key_Left);
        CHECK(opened.fixture.window.player().position() == there);
        CHECK(opened.fixture.picture() == before);
    }
}

TEST_CASE("a scenario brings the cards of its view to the front") {
    Opened opened("out-of-memory");
    PlannerPanel& planner = opened.fixture.window.experiments().planner();
    CHECK(opened.fixture.wait([&] { return planner.isVisible(); }));
    // What is measured stands beside the formula, and they are the same for data parallelism.
    const auto& plot = dynamic_cast<const BarPlot&>(*planner.figure()).data();
    REQUIRE(plot.columns.size() == 5);
    CHECK(plot.columns[0].parts == plot.columns[1].parts);
    CHECK(plot.limit == 1572864);
}
