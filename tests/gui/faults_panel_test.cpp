#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/train/faults.h"
#include "tests/gui/window_fixture.h"
#include "ui/main_window/laboratory.h"
#include "ui/panels/fault_texts.h"
#include "ui/panels/faults_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// The panel in a window that trains, opened at its page.
class FaultsFixture : public WindowFixture {
  public:
    FaultsFixture() : WindowFixture(QStringLiteral("split-the-batch")) {
        window.workspace().show_page(&panel());
        REQUIRE(panel().isVisible());
    }

    FaultsPanel& panel() { return window.laboratory().faults(); }
    QCheckBox* box(FaultKind kind) {
        return find<QCheckBox>(("fault/" + std::string(name(kind))).c_str());
    }
    // Space on the focused switch, and the engine's answer.
    void toggle(FaultKind kind) {
        QCheckBox* const shown = box(kind);
        shown->setFocus();
        const std::size_t before = answers;
        const auto connection = QObject::connect(&window.engine(), &Engine::faults_changed, shown,
                                                 [this] { ++answers; });
        QTest::keyClick(shown, Qt::Key_Space);
        REQUIRE(wait([&] { return answers > before; }));
        QObject::disconnect(connection);
    }
    void type(const char* editor, const char* text) {
        auto* line = find<QLineEdit>(editor);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(text));
    }
    void step_iteration() {
        window.setFocus();
        press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    }
    FramePtr frame() { return window.player().scene().frame; }

    std::size_t answers = 0;
};

}  // namespace

TEST_CASE("Every fault is switched on and off while it runs, and the recording goes on",
          "[window][faults]") {
    FaultsFixture fixture;
    const Recording* const recording = &fixture.recording();
    fixture.step_iteration();  // from here on every step ends in the middle of an iteration
    for (const FaultKind kind : fault_kinds()) {
        CAPTURE(name(kind));
        fixture.toggle(kind);
        CHECK(fixture.box(kind)->isChecked());
        fixture.step_iteration();
        const auto words = fixture.frame()->active_faults;
        if (kind == FaultKind::other_seed) {
            CHECK(words.empty());  // acts at a start only
        } else {
            REQUIRE(words.size() == 1);
            CHECK(words[0].starts_with(name(kind)));
            CHECK(fixture.window.stage_card()
                      .findChild<QLabel*>(QStringLiteral("badge"))
                      ->isVisible());
        }
        fixture.toggle(kind);
        CHECK_FALSE(fixture.box(kind)->isChecked());
        fixture.step_iteration();
        CHECK(fixture.frame()->active_faults.empty());
        REQUIRE(&fixture.recording() == recording);
    }
    // The frames of all iterations are still there, and can be executed again with their faults.
    std::int64_t with_faults = 0;
    for (std::int64_t k = 0; k < recording->iterations(); ++k)
        with_faults += recording->summary(k)->active_faults.empty() ? 0 : 1;
    CHECK(with_faults == std::ssize(fault_kinds()) - 1);
}

TEST_CASE("A fault is switched in a free run without stopping it", "[window][faults]") {
    FaultsFixture fixture;
    Player& player = fixture.window.player();
    player.set_runs_free(true);
    fixture.window.setFocus();
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.recording().iterations() > 2; }));
    fixture.box(FaultKind::skip_all_reduce)->click();
    REQUIRE(fixture.wait([&] { return player.state() == Player::State::paused; }));
    const Recording& recording = fixture.recording();
    REQUIRE(recording.iterations() == recording.info().planned_iterations);
    const std::int64_t last = recording.iterations() - 1;
    CHECK(recording.summary(0)->identical == true);
    if (recording.summary(last)->active_faults.empty())
        return;  // the run was over before the click
    CHECK(recording.summary(last)->identical == false);
    // Executed again with the faults that it had.
    player.seek({last, 0});
    fixture.window.setFocus();
    fixture.press(Qt::Key_Left);
    REQUIRE(fixture.wait([&] { return !recording.only_summary(last); }));
    CHECK(recording.frames(last).back()->active_faults == recording.summary(last)->active_faults);
}

TEST_CASE("A fault that cannot be is refused where it is typed", "[window][faults]") {
    FaultsFixture fixture;
    fixture.type("fault/flip-bit/bit", "32");
    QCheckBox* const flip = fixture.box(FaultKind::flip_bit);
    flip->click();
    auto* bit = fixture.find<QLineEdit>("fault/flip-bit/bit");
    CHECK(bit->property("invalid").toBool());
    CHECK_FALSE(bit->accessibleDescription().isEmpty());
    fixture.step_iteration();
    CHECK(fixture.frame()->active_faults.empty());
    fixture.type("fault/flip-bit/bit", "31");
    CHECK_FALSE(bit->property("invalid").toBool());
    QTest::keyClick(bit, Qt::Key_Return);
    fixture.step_iteration();
    REQUIRE(fixture.frame()->active_faults.size() == 1);
    CHECK(fixture.frame()->active_faults[0] == "flip-bit on rank 3 (parameter 0, bit 31)");
}

TEST_CASE("Another seed is a matter of the start", "[window][faults]") {
    FaultsFixture fixture;
    fixture.toggle(FaultKind::other_seed);
    CHECK(fixture.recording().frame({0, 0})->identical == true);
    QTest::mouseClick(fixture.find<QPushButton>("start_with_faults"), Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return fixture.ready() && fixture.recording().frame({0, 0}); }));
    CHECK(fixture.recording().frame({0, 0})->identical == false);
    CHECK(fixture.wait([&] { return fixture.box(FaultKind::other_seed)->isChecked(); }));
}

TEST_CASE("A bare collective has no page for faults", "[window][faults]") {
    WindowFixture fixture(QStringLiteral("toy"));
    fixture.window.workspace().show_page(&fixture.window.laboratory().faults());
    CHECK_FALSE(fixture.window.laboratory().faults().isVisible());
}
