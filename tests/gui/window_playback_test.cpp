#include <QComboBox>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/gui/dialogs.h"
#include "tests/gui/window_fixture.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("Every frame of a scenario's iteration looks the same when it is visited again",
          "[window]") {
    const char* const scenario = GENERATE("toy", "split-the-batch", "digits");
    CAPTURE(scenario);
    WindowFixture fixture{QString::fromLatin1(scenario)};
    Player& player = fixture.window.player();
    std::vector<QImage> pictures{fixture.whole_picture()};
    std::vector<QImage> stages{fixture.picture()};
    while (player.can_go_forward() && player.position().iteration == 0) {
        fixture.press_and_wait(Qt::Key_Right);
        if (player.position().iteration > 0) break;
        REQUIRE(player.position().frame == std::ssize(pictures));
        pictures.push_back(fixture.whole_picture());
        stages.push_back(fixture.picture());
    }
    REQUIRE(pictures.size() >= 7);
    for (std::size_t k = 1; k < stages.size(); ++k) {
        CAPTURE(k);
        CHECK(stages[k] != stages[k - 1]);
    }
    if (player.position().iteration > 0) fixture.press_and_wait(Qt::Key_Left);
    // Everything on the window but the timeline's count of what is recorded is compared: the stage
    // to the pixel, and the whole at the first and last frame.
    for (std::size_t k = stages.size(); k-- > 0;) {
        CAPTURE(k);
        REQUIRE(player.position().frame == static_cast<std::int64_t>(k));
        CHECK(fixture.picture() == stages[k]);
        if (k > 0) fixture.press_and_wait(Qt::Key_Left);
    }
}

TEST_CASE("A step moves chunks over the stage", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.player().set_speed(1);
    const QImage before = fixture.picture();
    fixture.press(Qt::Key_Right);
    REQUIRE(fixture.wait([&] { return fixture.stage().animating(); }));
    REQUIRE(fixture.wait([&] { return fixture.stage().scene().progress > 0.3; }));
    const QImage moving = fixture.picture();
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    const QImage after = fixture.picture();
    CHECK(moving != before);
    CHECK(moving != after);
    CHECK(before != after);
}

TEST_CASE("Run plays the toy to its end, and again", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    Player& player = fixture.window.player();
    fixture.press(Qt::Key_Space);
    CHECK(player.state() == Player::State::watching);
    REQUIRE(fixture.wait([&] { return player.position().frame == 6 && fixture.at_rest(); }));
    CHECK_FALSE(player.can_go_forward());
    CHECK(fixture.recording().frame_count() == 7);
    fixture.press(Qt::Key_Space);
    CHECK(player.position().frame <= 1);
    CHECK(player.state() == Player::State::watching);
    fixture.press(Qt::Key_Space);
    CHECK(player.state() == Player::State::paused);
}

TEST_CASE("The keys move by frame, phase and iteration", "[window]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    Player& player = fixture.window.player();
    const auto phase = [&] { return player.scene().frame->phase; };
    fixture.press_and_wait(Qt::Key_Right, Qt::ShiftModifier);
    CHECK(phase() == FramePhase::shard);
    while (phase() != FramePhase::reduce_scatter)
        fixture.press_and_wait(Qt::Key_Right, Qt::ShiftModifier);
    CHECK(player.scene().frame->step == 0);
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(player.scene().frame->step == 1);
    fixture.press_and_wait(Qt::Key_Right, Qt::ShiftModifier);
    CHECK(phase() == FramePhase::all_gather);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    CHECK(player.position() == Position{1, 0});
    fixture.press_and_wait(Qt::Key_Left, Qt::ControlModifier);
    CHECK(player.position().iteration == 0);
    fixture.press_and_wait(Qt::Key_Home);
    CHECK(player.position() == Position{0, 0});
    fixture.press_and_wait(Qt::Key_End);
    CHECK(player.position() == *fixture.recording().last());
    const double speed = player.speed();
    fixture.press(Qt::Key_Less);
    CHECK(player.speed() < speed);
    fixture.press(Qt::Key_Greater);
    CHECK(player.speed() == Approx(speed));
    const QImage ring = fixture.picture();
    fixture.press(Qt::Key_2);
    CHECK(fixture.stage().view() == StageView::table);
    CHECK(fixture.picture() != ring);
    fixture.press(Qt::Key_1);
    CHECK(fixture.stage().view() == StageView::ring);
}

TEST_CASE("A free run loses no frame between engine and recording", "[window]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    Player& player = fixture.window.player();
    QTest::mouseClick(fixture.find<QToolButton>("pace"), Qt::LeftButton);
    REQUIRE(player.runs_free());
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return player.state() == Player::State::paused; }));
    const Recording& recording = fixture.recording();
    REQUIRE(recording.iterations() == recording.info().planned_iterations);
    CHECK(recording.frame_count() == recording.info().planned_iterations + 1);
    for (std::int64_t k = 0; k < recording.iterations(); ++k) {
        CAPTURE(k);
        REQUIRE(recording.summary(k)->iteration == k);
    }
    CHECK(player.position() == *recording.last());
    CHECK_FALSE(player.can_go_forward());

    // A step back into a free-run iteration executes it again.
    const std::int64_t last = recording.iterations() - 1;
    CHECK(recording.only_summary(last));
    fixture.press(Qt::Key_Left);
    REQUIRE(fixture.wait([&] { return !recording.only_summary(last); }));
    REQUIRE(fixture.wait([&] { return player.position().frame + 2 == recording.frames_in(last); }));
    CHECK(player.position().iteration == last);
    CHECK(player.scene().frame->executed_again);
}

TEST_CASE("A free run pauses at once and stays paused", "[window]") {
    WindowFixture fixture{QStringLiteral("digits")};
    Player& player = fixture.window.player();
    player.set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.recording().iterations() > 3; }));
    fixture.press(Qt::Key_Space);
    CHECK(player.state() == Player::State::paused);
    std::int64_t frames = -1;
    // The frame that was being made still arrives; then nothing more does.
    REQUIRE(fixture.wait(
        [&] { return std::exchange(frames, fixture.recording().frame_count()) == frames; }));
    CHECK(fixture.recording().iterations() < fixture.recording().info().planned_iterations);
    CHECK(player.can_go_forward());
}

TEST_CASE("The window closes promptly while it runs", "[window]") {
    QElapsedTimer timer;
    {
        WindowFixture fixture{QStringLiteral("digits")};
        fixture.window.player().set_runs_free(true);
        fixture.press(Qt::Key_Space);
        REQUIRE(fixture.wait([&] { return fixture.recording().iterations() > 2; }));
        timer.start();
        Answer discard([](QWidget& dialog) {
            dynamic_cast<QMessageBox&>(dialog).button(QMessageBox::Discard)->click();
        });
        CHECK(fixture.window.close());
    }
    CHECK(timer.elapsed() < 3000);
}

TEST_CASE("The timeline scrubs, and a resized window shows the same frame", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    Player& player = fixture.window.player();
    for (int i = 0; i < 6; ++i) fixture.press_and_wait(Qt::Key_Right);
    TimelineWidget& timeline = fixture.window.workspace().timeline();
    const auto point = [&](int frame) {
        const TimelineGeometry geometry = timeline.geometry_now();
        return QPointF(geometry.x_of(frame), geometry.bar().center().y()).toPoint();
    };
    QTest::mousePress(&timeline, Qt::LeftButton, {}, point(1));
    CHECK(player.position().frame == 1);
    QTest::mouseMove(&timeline, point(4));
    REQUIRE(fixture.wait([&] { return player.position().frame == 4; }));
    QTest::mouseRelease(&timeline, Qt::LeftButton, {}, point(4));
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, point(2));
    CHECK(player.position().frame == 2);

    const QImage before = fixture.picture();
    fixture.window.resize(1600, 1000);
    REQUIRE(fixture.wait([&] { return fixture.stage().size() != before.size(); }));
    CHECK(player.position().frame == 2);
    fixture.window.resize(1280, 800);
    REQUIRE(fixture.wait([&] { return fixture.picture() == before; }));
}

TEST_CASE("End on a run that has not gone on runs its iteration to the end", "[window]") {
    WindowFixture fixture(QStringLiteral("toy"));
    REQUIRE(fixture.recording().frame_count() == 1);
    fixture.press_and_wait(Qt::Key_End);
    CHECK(fixture.recording().frame_count() == 7);
    CHECK(fixture.window.player().position().frame == 6);
}

TEST_CASE("the wheel over a list changes nothing until the list has the focus", "[window]") {
    WindowFixture fixture(QStringLiteral("toy"));
    int lists = 0;
    for (QComboBox* list : fixture.window.findChildren<QComboBox*>()) {
        if (!list->isVisible() || list->count() < 2) continue;
        ++lists;
        const int before = list->currentIndex();
        for (const int notch : {-120, 120}) {
            QWheelEvent wheel(list->rect().center(), list->mapToGlobal(list->rect().center()), {},
                              {0, notch}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(list, &wheel);
            CHECK(list->currentIndex() == before);
        }
        CHECK_FALSE(list->hasFocus());
    }
    CHECK(lists >= 2);
}

// By hand: `gui_tests "[stress]"`, as often as wanted (RINGSCOPE_TEST_ROUNDS). Runs are
// interrupted, watched for a while, looked back into and gone on with, at random places.
TEST_CASE("runs give the same bits however they are interrupted", "[.][stress]") {
    const int rounds = qEnvironmentVariableIntValue("RINGSCOPE_TEST_ROUNDS");
    std::vector<std::uint64_t> expected;
    QRandomGenerator random(1);
    for (int round = 0; round < std::max(2, rounds); ++round) {
        CAPTURE(round);
        WindowFixture fixture{QStringLiteral("digits")};
        Player& player = fixture.window.player();
        player.set_runs_free(true);
        while (player.can_go_forward()) {
            fixture.press(Qt::Key_Space);
            // The first round is never interrupted: the others are compared with it.
            if (round == 0)
                REQUIRE(fixture.wait([&] { return fixture.at_rest(); }, 60000));
            else
                QTest::qWait(random.bounded(60));
            if (player.state() != Player::State::paused) fixture.press(Qt::Key_Space);
            REQUIRE(fixture.wait([&] { return fixture.at_rest(); }, 60000));
            if (round == 0) continue;
            for (int i = random.bounded(4); i > 0; --i) fixture.press(Qt::Key_Right);
            REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
            if (random.bounded(3) == 0) fixture.press(Qt::Key_Left);
            QTest::qWait(random.bounded(20));
        }
        REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
        const Recording& recording = fixture.recording();
        std::vector<std::uint64_t> digests;
        for (std::int64_t k = 0; k < recording.iterations(); ++k) {
            CAPTURE(k);
            const FramePtr frame = recording.summary(k);
            REQUIRE(frame->identical == true);
            digests.push_back(frame->ranks.front().digest);
        }
        if (expected.empty()) expected = digests;
        REQUIRE(digests == expected);
    }
}
