#include <QLabel>

#include "tests/gui/dialogs.h"
#include "tests/gui/window_fixture.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

bool is_said(MainWindow& window, const QString& words) {
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
    return false;
}

QByteArray moons(const char* title, const char* faults) {
    return QByteArray(R"({"version":1,"kind":"train","title":")") + title +
           R"(","spec":{"model":{"sizes":[2,8,2]},"data":{"name":"moons","samples":64},"world_size":4,)"
           R"("optimizer":{"name":"sgd","lr":0.2},"global_batch":32,"steps":6,"faults":)" +
           faults + "}}";
}

}  // namespace

TEST_CASE("a run without synchronisation beside one with it, scrubbed together", "[window]") {
    WindowFixture fixture{QString()};
    const auto run = [&](const char* file, const QByteArray& session) {
        fixture.window.open(write_file(fixture.settings, file, session));
        REQUIRE(fixture.wait([&] { return fixture.ready() && fixture.at_rest(); }));
        for (int i = 0; i < 4; ++i) fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
        return fixture.window.document().recording();
    };
    const auto apart = run("apart.ringscope", moons("Apart", R"([{"kind":"skip-all-reduce"}])"));
    const auto together = run("together.ringscope", moons("Together", "[]"));
    REQUIRE(apart != together);
    action_of(fixture.window, "Compare with the recording before")->trigger();
    StageWidget& beside = fixture.window.stage_card().stage_beside();
    REQUIRE(beside.isVisible());
    Player& player = fixture.window.player();
    // To the end of iterations, there and back: at each the two differ in just what they are for.
    fixture.press_and_wait(Qt::Key_Home);
    for (const std::int64_t iteration : {0, 2, 1, 0, 3}) {
        CAPTURE(iteration);
        emit fixture.window.workspace().timeline().seek(
            {iteration, together->frames_in(iteration) - 1});
        REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
        const FramePtr here = player.scene().frame, there = beside.scene().frame;
        REQUIRE(here);
        REQUIRE(there);
        CHECK(here->iteration == iteration);
        CHECK(there->iteration == iteration);
        CHECK(here->phase == FramePhase::equality);
        CHECK(there->phase == FramePhase::equality);
        CHECK(here->identical == true);
        CHECK(there->identical == false);
        CHECK(there->active_faults.size() == 1);
        for (std::size_t r = 0; r < 4; ++r) {
            CHECK(here->ranks[r].digest == here->ranks[0].digest);
            CHECK(there->ranks[r].digest != here->ranks[0].digest);
        }
        // The first batch is lost alike; from then on the models are others.
        CHECK((*here->loss == *there->loss) == (iteration == 0));
        CHECK(is_said(fixture.window, QStringLiteral("replicas identical")));
        CHECK(is_said(fixture.window, QStringLiteral("3 of 4 replicas differ")));
        const std::vector<float>&a = here->ranks[0].parameters->whole,
              &b = there->ranks[0].parameters->whole;
        REQUIRE(a.size() == b.size());
        double largest = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
        CHECK(largest > 0);
        CHECK(is_said(fixture.window, QStringLiteral("they differ by up to")));
    }
}
