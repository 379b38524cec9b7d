#include <QChart>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScatterSeries>
#include <QTabBar>
#include <cmath>

#include "core/session/session.h"
#include "tests/gui/window_fixture.h"
#include "ui/figures/common_digest.h"
#include "ui/figures/divergence_chart.h"
#include "ui/panels/lesson_panel.h"
#include "ui/stage/caption.h"

using namespace ringscope;
using namespace ringscope::test;

// What somebody who sees the program for the first time does.

namespace {

// Opens the list as a person does, and leaves it with a key.
void use_list(WindowFixture& fixture, const QString& scenario, Qt::Key key) {
    auto* list = fixture.find<QComboBox>("scenario");
    QTest::mouseClick(list, Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return list->view()->isVisible(); }));
    const int row = list->findData(scenario);
    REQUIRE(row >= 0);
    list->view()->setCurrentIndex(list->model()->index(row, 0));
    QTest::keyClick(list->view(), key);
    REQUIRE(fixture.wait([&] { return !list->view()->isVisible(); }));
    REQUIRE(fixture.wait([&] { return fixture.window.focusWidget() == &fixture.stage(); }));
}

// Whether the window is the active one is the window system's affair.
void press_focused(WindowFixture& fixture, Qt::Key key) {
    QTest::keyClick(fixture.window.focusWidget(), key);
}

}  // namespace

TEST_CASE("after the list of scenarios the keys are the player's", "[window][first]") {
    WindowFixture fixture{QStringLiteral("toy")};
    SECTION("left with Escape") {
        use_list(fixture, QStringLiteral("no-sync"), Qt::Key_Escape);
        CHECK(fixture.window.document().scenario() == QStringLiteral("toy"));
    }
    SECTION("with a choice") {
        use_list(fixture, QStringLiteral("only-neighbours"), Qt::Key_Return);
        REQUIRE(fixture.wait([&] { return fixture.ready(); }));
        CHECK(fixture.window.document().scenario() == QStringLiteral("only-neighbours"));
    }
    SECTION("the box itself left with Escape") {
        auto* list = fixture.find<QComboBox>("scenario");
        list->setFocus(Qt::TabFocusReason);
        press_focused(fixture, Qt::Key_Escape);
        REQUIRE(fixture.window.focusWidget() == &fixture.stage());
    }
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    const QString scenario = fixture.window.document().scenario();
    const Position before = fixture.window.player().position();
    press_focused(fixture, Qt::Key_Right);
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    CHECK(fixture.window.player().position() > before);
    press_focused(fixture, Qt::Key_Home);
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    CHECK(fixture.window.player().position() == Position{});
    press_focused(fixture, Qt::Key_End);
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    CHECK(fixture.window.document().scenario() == scenario);
}

TEST_CASE("a scenario chosen by hand shows its own text", "[window][first]") {
    WindowFixture fixture{QStringLiteral("toy")};
    LessonPanel& lesson = fixture.window.workspace().lesson();
    QTest::mouseClick(fixture.find<QPushButton>("lesson/start"), Qt::LeftButton);
    REQUIRE(lesson.guide().isVisible());
    use_list(fixture, QStringLiteral("no-sync"), Qt::Key_Return);
    CHECK(lesson.isVisible());
    CHECK_FALSE(lesson.guide().isVisible());
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    fixture.window.workspace().show_setup(true);
    REQUIRE_FALSE(lesson.isVisible());
    use_list(fixture, QStringLiteral("toy"), Qt::Key_Return);
    CHECK(lesson.isVisible());
}

TEST_CASE("where no two replicas are the same, none is said to be the right one",
          "[window][first]") {
    WindowFixture fixture{QStringLiteral("no-sync")};
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    fixture.press_and_wait(Qt::Key_Right);
    const FramePtr frame = fixture.recording().frame(fixture.window.player().position());
    REQUIRE(frame->identical == false);
    const QImage picture = fixture.picture();
    const QRgb good = Theme::light().good.rgb();
    int green = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) green += picture.pixel(x, y) == good ? 1 : 0;
    CHECK(green == 0);
    // A click where the gradients' cells would be finds none: digests are drawn there.
    for (int y = 10; y < fixture.stage().height(); y += 12)
        for (int x = 10; x < fixture.stage().width(); x += 24)
            QTest::mouseClick(&fixture.stage(), Qt::LeftButton, {}, {x, y});
    CHECK_FALSE(fixture.window.stage_card().selected());
}

TEST_CASE("edits that the memory refuses leave the session as it was", "[window][first]") {
    WindowFixture fixture{QStringLiteral("out-of-memory")};
    MainWindow& window = fixture.window;
    const std::int64_t parameters =
        parameter_count(window.document().session().training().model.shape);
    window.workspace().show_setup(true);
    auto* layers = fixture.find<QLineEdit>("/model/sizes");
    CHECK(layers->cursorPosition() == 0);
    layers->setFocus();
    layers->selectAll();
    QTest::keyClicks(layers, QStringLiteral("64, 256, 320, 10"));
    QPushButton* apply = nullptr;
    for (QPushButton* button : window.workspace().setup().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Apply")) apply = button;
    REQUIRE(apply);
    QTest::mouseClick(apply, Qt::LeftButton);
    REQUIRE(fixture.wait([&] {
        return window.stage_card().banner().text().contains(QStringLiteral("allocate")) &&
               fixture.ready();
    }));
    CHECK(parameter_count(window.document().session().training().model.shape) == parameters);
    CHECK(window.document().scenario() == QStringLiteral("out-of-memory"));
    // To be mended and tried again.
    CHECK(layers->text() == QStringLiteral("64, 256, 320, 10"));
    CHECK(layers->cursorPosition() == 0);
    CHECK(apply->isEnabled());
    // And the run goes on.
    const Position before = window.player().position();
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(window.player().position() > before);
}

TEST_CASE("a small window keeps its size whatever is opened", "[window][first]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.resize(1024, 640);
    for (const std::string& name : scenario_names()) {
        CAPTURE(name);
        fixture.window.open(QString::fromStdString(name));
        REQUIRE(fixture.wait([&] { return fixture.ready() && fixture.at_rest(); }));
        QTest::qWait(50);
        CHECK(fixture.window.height() == 640);
        CHECK(fixture.window.width() == 1024);
    }
}

TEST_CASE("the caption of an iteration that ran free says how to see its steps",
          "[window][first]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    Player& player = fixture.window.player();
    player.set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.recording().iterations() > 3; }));
    if (player.state() != Player::State::paused) fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    fixture.press_and_wait(Qt::Key_Left, Qt::ControlModifier);
    const std::int64_t iteration = player.position().iteration;
    REQUIRE(player.scene().frame->phase == FramePhase::iteration);
    CHECK(make_caption(player.scene()).sentence.contains(QStringLiteral("← shows them")));
    fixture.press(Qt::Key_Left);
    REQUIRE(fixture.wait([&] { return player.scene().frame->phase != FramePhase::iteration; }));
    CHECK(player.position().iteration == iteration);
}

TEST_CASE("the divergence chart marks no place where there is no value", "[first]") {
    const auto marks = [](std::int64_t current) {
        const DivergenceFigure figure(DivergenceData{{0.0, 0.25, std::nullopt}, current});
        QChart chart;
        figure.build(chart);
        figure.update(chart, Theme::light());
        for (QAbstractSeries* series : chart.series())
            if (series->objectName() == QStringLiteral("current"))
                return std::pair(qobject_cast<QScatterSeries*>(series)->points(),
                                 qobject_cast<QScatterSeries*>(series)->color());
        FAIL("no such series");
        return std::pair(QList<QPointF>{}, QColor());
    };
    CHECK(marks(1).first == QList<QPointF>{QPointF(1, std::log10(0.25))});
    CHECK(marks(1).second == Theme::light().bad);
    CHECK(marks(0).second == Theme::light().good);
    CHECK(marks(2).first.isEmpty());
}

TEST_CASE("what is common is held by more than anything else", "[first]") {
    CHECK(common_digest<int>({1, 2, 3, 4}) == std::nullopt);
    CHECK(common_digest<int>({1, 2, 2, 2}) == 2);
    CHECK(common_digest<int>({1, 1, 2, 2}) == std::nullopt);
    CHECK(common_digest<int>({3, 1, 3, 2}) == 3);
    CHECK(common_digest<int>({5}) == 5);
}
