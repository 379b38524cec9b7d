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

TEST_CASE(
    "a refused allocation is shown with its call, its size, whose doing it is and what would "
    "have fitted") {
    Opened opened("out-of-memory");
    MainWindow& window = opened.fixture.window;
    nlohmann::json session = to_json(window.document().session());
    session["spec"]["model"]["sizes"] = {64, 256, 320, 10};
    for (const int devices : {4, 8}) {
        CAPTURE(devices);
        session["spec"]["world_size"] = devices;
        window.document().apply(session, std::nullopt);
        Banner& banner = window.stage_card().banner();
        REQUIRE(opened.fixture.wait([&] { return banner.text().contains("allocate"); }));
        const std::string heading = banner.heading().toStdString();
        const QString text = banner.text();
        CAPTURE(heading, text.toStdString());
        CHECK(heading.find("budget") != std::string::npos);
        CHECK(heading.find("1.5\u00a0MiB") != std::string::npos);
        CHECK(heading.find("bytes") == std::string::npos);
        CHECK(text.contains("or batch. By formula"));
        CHECK(text.contains("the budget that refused, not the device"));
        CHECK(text.contains("at most 98,304 parameters fit, this model has 102,090"));
        CHECK(text.contains("could have 305 units"));
        CHECK(text.contains("fit on 2 or more"));
    }
    // The largest that is said to fit by its states passes them; the card's line is where it was.
    session["spec"]["model"]["sizes"] = {64, 256, 256, 10};
    session["spec"]["world_size"] = 4;
    window.document().apply(session, std::nullopt);
    REQUIRE(opened.fixture.wait([&] { return opened.fixture.ready(); }));
    CHECK_FALSE(window.stage_card().banner().text().contains("allocate"));
}
