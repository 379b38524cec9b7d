#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>
#include <set>

#include "tests/gui/dialogs.h"
#include "tests/gui/window_fixture.h"
#include "ui/main_window/dock_card.h"
#include "ui/main_window/transport_bar.h"
#include "ui/panels/inspector.h"
#include "ui/stage/stage_figure.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

std::vector<QRect> places(WindowFixture& fixture) {
    std::vector<QRect> places;
    for (const DockCard* dock : fixture.window.workspace().docks())
        places.push_back(dock->isVisible() ? dock->geometry() : QRect());
    return places;
}

bool shows(MainWindow& window, const QString& text) {
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(text)) return true;
    return false;
}

}  // namespace

TEST_CASE("presentation keeps the caption, and leaving it every dock is where it was",
          "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.press_and_wait(Qt::Key_Right);
    const std::vector<QRect> before = places(fixture);
    const QSize stage = fixture.stage().size();
    fixture.press(Qt::Key_F5);
    REQUIRE(fixture.wait([&] { return fixture.stage().size() != stage; }));
    for (const DockCard* dock : fixture.window.workspace().docks())
        CHECK(dock->isVisible() == (dock->objectName() == QLatin1String("timeline_dock")));
    fixture.press(Qt::Key_F5);
    REQUIRE(fixture.wait([&] { return places(fixture) == before; }, 5000));
    CHECK(fixture.stage().size() == stage);
    // A projector of 1280 x 800 with the larger text: a third of the height is words.
    const Theme large = Theme::light(1.4 * 13);
    const QRectF area(0, 0, 1240, 490);
    const auto figure = make_stage_figure(StageView::ring, fixture.stage().scene());
    CHECK(figure->body_of(area, large).bottom() < area.bottom() - 5 * large.unit);
}

TEST_CASE("a small window has its whole toolbar, with nothing upon another", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    for (const QSize size :
         {QSize(1024, 640), QSize(900, 640), QSize(1280, 800), QSize(1700, 900)}) {
        fixture.window.resize(size);
        const QSize least = fixture.window.minimumSizeHint();
        CAPTURE(size.width(), size.height(), least.width(), least.height());
        REQUIRE(fixture.wait([&] { return fixture.window.size() == size; }, 3000));
        QCoreApplication::processEvents();
        auto* bar = fixture.window.findChild<TransportBar*>();
        REQUIRE(bar);
        std::vector<QRect> parts;
        for (QWidget* part : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (part->isVisible()) parts.push_back(part->geometry());
        CAPTURE(size.width(), parts.size());
        CHECK(parts.size() >= 9);
        for (std::size_t a = 0; a < parts.size(); ++a) {
            CHECK(bar->rect().contains(parts[a]));
            for (std::size_t b = a + 1; b < parts.size(); ++b)
                CHECK_FALSE(parts[a].intersects(parts[b]));
        }
    }
}

TEST_CASE("messages and the inspector leave the picture where it is", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.press_and_wait(Qt::Key_Right);
    const QRect stage = fixture.stage().geometry();
    // It has the card to itself.
    CHECK(stage.width() > 0.9 * fixture.window.stage_card().width());
    const auto figure = make_stage_figure(StageView::ring, fixture.stage().scene());
    const QRectF cell = figure->cell_rect({1, 0}, QRectF(fixture.stage().rect()), Theme::light());
    QTest::mouseClick(&fixture.stage(), Qt::LeftButton, {}, cell.center().toPoint());
    auto* inspector = fixture.window.findChild<Inspector*>();
    REQUIRE(inspector);
    CHECK(inspector->isVisible());
    fixture.window.stage_card().banner().show_info(QStringLiteral("Hello"),
                                                   QStringLiteral("again"));
    QCoreApplication::processEvents();
    CHECK(fixture.stage().geometry() == stage);
    CHECK(stage.contains(inspector->geometry()));
    CHECK(stage.contains(fixture.window.stage_card().banner().geometry()));
    // What was only said is over with the next step.
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.window.stage_card().banner().heading().isEmpty());
}

TEST_CASE("a click on a frame that is still to come runs there", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    TimelineWidget& timeline = fixture.window.workspace().timeline();
    const auto point = [&](int frame) {
        const TimelineGeometry geometry = timeline.geometry_now();
        return QPointF(geometry.x_of(frame), geometry.bar().center().y()).toPoint();
    };
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, point(4));
    REQUIRE(fixture.wait(
        [&] { return fixture.window.player().position().frame == 4 && fixture.at_rest(); }));
    CHECK(fixture.recording().frame_count() == 5);
    // Dragging beyond the newest frame and letting go there, too.
    QTest::mousePress(&timeline, Qt::LeftButton, {}, point(1));
    QTest::mouseMove(&timeline, point(6));
    CHECK(fixture.wait([&] { return fixture.window.player().position().frame == 4; }));
    QTest::mouseRelease(&timeline, Qt::LeftButton, {}, point(6));
    REQUIRE(fixture.wait(
        [&] { return fixture.window.player().position().frame == 6 && fixture.at_rest(); }));
}

TEST_CASE("one replica is said to have nothing to be compared with", "[window][shell]") {
    WindowFixture fixture{QString()};
    const QString file =
        write_file(fixture.settings, "one.ringscope",
                   R"({"version":1,"kind":"collective","title":"One","values":[[1,2,3]]})");
    fixture.window.open(file);
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    CHECK(shows(fixture.window, QStringLiteral("one replica")));
    CHECK_FALSE(shows(fixture.window, QStringLiteral("on the way")));
}

TEST_CASE("a file that fails at the start leaves the toy open and says why", "[window][shell]") {
    const char* const name = GENERATE("broken.ringscope", "broken.ringtrace");
    WindowFixture fixture{QString()};
    fixture.window.open(write_file(fixture.settings, name, "no session"));
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    CHECK(fixture.window.document().scenario() == "toy");
    CHECK(fixture.find<QComboBox>("scenario")->currentData().toString() == "toy");
    CHECK(fixture.window.stage_card().banner().text().contains(QLatin1String(name)));
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.window.player().position().frame == 1);
}

TEST_CASE("keys in a floating dock are the window's", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    DockCard* dock = fixture.window.workspace().docks().at(1);
    dock->setFloating(true);
    QTest::keyClick(dock, Qt::Key_Right);
    REQUIRE(fixture.wait(
        [&] { return fixture.window.player().position().frame == 1 && fixture.at_rest(); }));
    dock->setFloating(false);
}

TEST_CASE("the Run menu runs, steps and switches the free run on", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    Player& player = fixture.window.player();
    const auto trigger = [&](const char* text) { action_of(fixture.window, text)->trigger(); };
    trigger("Step");
    REQUIRE(fixture.wait([&] { return player.position().frame == 1 && fixture.at_rest(); }));
    trigger("Step back");
    CHECK(player.position().frame == 0);
    trigger("Next iteration");
    REQUIRE(fixture.wait([&] { return player.position().iteration == 1 && fixture.at_rest(); }));
    trigger("Free run: do not stop for the window");
    CHECK(player.runs_free());
    CHECK(fixture.find<QToolButton>("pace")->isChecked());
    trigger("Run");
    REQUIRE(fixture.wait([&] { return player.state() == Player::State::paused; }));
    CHECK(fixture.recording().iterations() == 120);
    CHECK(player.scene().frame->phase == FramePhase::iteration);
    // The model's accuracy is told where the run has come to.
    CHECK(fixture.wait([&] { return shows(fixture.window, QStringLiteral("accuracy")); }));
    // The iteration that was watched for one frame is not called a whole free one.
    player.seek({1, fixture.recording().frames_in(1) - 1});
    CHECK(fixture.stage().accessibleDescription().contains(
        QStringLiteral("The rest of the iteration")));
    player.seek({5, 0});
    CHECK_FALSE(fixture.stage().accessibleDescription().contains(QStringLiteral("The rest")));
}

TEST_CASE("the theme can be switched and is remembered", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    const QImage first = fixture.picture();
    action_of(fixture.window, "Dark")->trigger();
    const QImage dark = fixture.whole_picture();
    CHECK(dark.pixelColor(3, 3).lightness() < 80);
    action_of(fixture.window, "Light")->trigger();
    CHECK(fixture.whole_picture().pixelColor(3, 3).lightness() > 200);
    CHECK(fixture.picture() == first);
    CHECK(QFile::exists(QStringLiteral(":/icons/chevron-light.svg")));
    action_of(fixture.window, "Dark")->trigger();
    CHECK(fixture.window.close());
    MainWindow again({}, fixture.settings.filePath(QStringLiteral("layout.ini")));
    CHECK(action_of(again, "Dark")->isChecked());
    action_of(again, "Light")->trigger();
}

TEST_CASE("the next window has the layout and the files of the one before", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    const QString file = fixture.settings.filePath(QStringLiteral("mine.ringscope"));
    fixture.window.document().save_session(file);
    DockCard* equality = fixture.window.workspace().docks().at(1);
    equality->hide();
    CHECK(fixture.window.close());

    MainWindow again({}, fixture.settings.filePath(QStringLiteral("layout.ini")));
    again.show();
    CHECK(again.workspace().docks().at(1)->isHidden());
    action_of(again, "mine.ringscope")->trigger();
    REQUIRE(fixture.wait(
        [&] { return again.document().recording() && !again.document().getting_ready(); }));
    CHECK(again.document().scenario().isEmpty());
    action_of(again, "Restore layout")->trigger();
    CHECK_FALSE(again.workspace().docks().at(1)->isHidden());
}

TEST_CASE("closing asks about a training that no file holds", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    REQUIRE(fixture.window.player().position().iteration == 1);
    const auto press = [](QMessageBox::StandardButton which) {
        return
            [which](QWidget& dialog) { dynamic_cast<QMessageBox&>(dialog).button(which)->click(); };
    };
    Answer cancel(press(QMessageBox::Cancel));
    CHECK_FALSE(fixture.window.close());
    CHECK(cancel.given());
    CHECK(fixture.window.isVisible());
    Answer discard(press(QMessageBox::Discard));
    CHECK(fixture.window.close());
    CHECK(discard.given());
}

TEST_CASE("the toy's form says what is wrong with its numbers", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.workspace().show_setup(true);
    auto* apply = fixture.find<QPushButton>("primary");
    auto* values = fixture.find<QPlainTextEdit>("values");
    const auto [text, problem] = GENERATE(
        table<const char*, const char*>({{"", "no numbers"},
                                         {" \n", "no numbers"},
                                         {"1, 2\n3, nan", "Line 2: “nan” is no finite number"},
                                         {"1, inf", "Line 1: “inf” is no finite number"},
                                         {"4e38", "no finite number"},
                                         {"1, 2\n3", "Line 1 has 2 numbers and line 2 has 1"}}));
    values->setPlainText(QString::fromUtf8(text));
    CAPTURE(text);
    CHECK_FALSE(apply->isEnabled());
    CHECK(shows(fixture.window, QString::fromUtf8(problem)));
}

TEST_CASE("a number of the toy keeps its digits in the form", "[window][shell]") {
    WindowFixture fixture{QString()};
    fixture.window.open(
        write_file(fixture.settings, "large.ringscope",
                   R"({"version":1,"kind":"collective","title":"Large","values":[[3e38,0.1,5]]})"));
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    CHECK(fixture.find<QPlainTextEdit>("values")->toPlainText() == "3e+38, 0.1, 5");
}

TEST_CASE("the stage comes nearer with the wheel and the keys, and a map shows where",
          "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.press_and_wait(Qt::Key_Right);
    StageWidget& stage = fixture.stage();
    const QImage whole = fixture.picture();
    CHECK(stage.map_rect().isEmpty());
    const QPointF at(stage.width() * 0.7, stage.height() * 0.3);
    QWheelEvent wheel(at, stage.mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&stage, &wheel);
    CHECK(stage.lens().zoom > 2);
    REQUIRE_FALSE(stage.map_rect().isEmpty());
    CHECK(fixture.picture() != whole);
    // Dragging moves the drawing and chooses no cell.
    const Lens before = stage.lens();
    const QPoint from(stage.width() / 3, stage.height() / 2);
    QTest::mousePress(&stage, Qt::LeftButton, {}, from);
    QTest::mouseMove(&stage, from + QPoint(30, 20));
    QTest::mouseMove(&stage, from + QPoint(60, 40));
    QTest::mouseRelease(&stage, Qt::LeftButton, {}, from + QPoint(60, 40));
    CHECK(stage.lens() != before);
    CHECK_FALSE(stage.scene().selected);
    // The map leads to a corner.
    QTest::mouseClick(&stage, Qt::LeftButton, {},
                      stage.map_rect().topLeft().toPoint() + QPoint(2, 2));
    CHECK(stage.lens().seen().left() == Approx(0).margin(1e-9));
    fixture.press(Qt::Key_0, Qt::ControlModifier);
    CHECK(stage.lens() == Lens{});
    CHECK(fixture.picture() == whole);
    fixture.press(Qt::Key_Plus, Qt::ControlModifier);
    CHECK(stage.lens().zoom > 1);
    fixture.press(Qt::Key_Minus, Qt::ControlModifier);
    CHECK(stage.lens().zoom == 1);
}

TEST_CASE("two recordings move side by side", "[window][shell]") {
    WindowFixture fixture{QString()};
    const auto spec = [](int world_size) {
        return QByteArray(R"({"version":1,"kind":"train","title":"Moons, N = )") +
               QByteArray::number(world_size) +
               R"(","spec":{"model":{"sizes":[2,8,2]},"data":{"name":"moons","samples":64},"optimizer":)"
               R"({"name":"sgd","lr":0.2},"world_size":)" +
               QByteArray::number(world_size) + R"(,"global_batch":32,"steps":6}})";
    };
    fixture.window.open(write_file(fixture.settings, "one.ringscope", spec(1)));
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    for (int i = 0; i < 3; ++i) fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    const auto one = fixture.window.document().recording();
    fixture.window.open(write_file(fixture.settings, "four.ringscope", spec(4)));
    REQUIRE(fixture.wait(
        [&] { return fixture.ready() && fixture.recording().info().world_size == 4; }));
    StageWidget& beside = fixture.window.stage_card().stage_beside();
    CHECK(beside.isHidden());
    action_of(fixture.window, "Compare with the recording before")->trigger();
    REQUIRE(beside.isVisible());
    Player& player = fixture.window.player();
    // The same iteration and phase on both, whatever the world size: one device has no steps.
    const auto both = [&] {
        const StageScene scene = beside.scene();
        REQUIRE(scene.frame);
        CHECK(scene.info->world_size == 1);
        CHECK(scene.frame->iteration == player.position().iteration);
        return scene.frame->phase;
    };
    while (player.scene().frame->phase != FramePhase::backward) {
        fixture.press_and_wait(Qt::Key_Right);
        CHECK(both() == player.scene().frame->phase);
    }
    while (player.scene().frame->phase != FramePhase::update) {
        fixture.press_and_wait(Qt::Key_Right);
        CHECK((both() == player.scene().frame->phase || both() == FramePhase::weight));
    }
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    CHECK(both() == FramePhase::shard);
    // Both losses and the first device's weights are told; N = 1 and 4 sum in another order.
    CHECK(shows(fixture.window, QStringLiteral("Moons, N = 1 · N = 1")));
    CHECK(shows(fixture.window, QStringLiteral("weights in")));
    // Beyond its end the other stage says so and shows nothing.
    for (int i = 0; i < 4; ++i) fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    REQUIRE(player.position().iteration > one->iterations() - 1);
    CHECK_FALSE(beside.scene().frame);
    CHECK(shows(fixture.window, QStringLiteral("The other recording ends before this")));
    action_of(fixture.window, "End the comparison")->trigger();
    CHECK(beside.isHidden());
}

TEST_CASE("another recording can be chosen from a file", "[window][shell]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.press_and_wait(Qt::Key_End);
    const QString file = fixture.settings.filePath(QStringLiteral("toy.ringtrace"));
    fixture.window.document().save_recording(file);
    REQUIRE(
        fixture.wait([&] { return !fixture.window.stage_card().banner().heading().isEmpty(); }));
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    Answer choose([&](QWidget& dialog) { choose_file(dialog, file); });
    action_of(fixture.window, "Compare with…")->trigger();
    CHECK(choose.given());
    StageWidget& beside = fixture.window.stage_card().stage_beside();
    REQUIRE(fixture.wait([&] { return beside.isVisible(); }));
    CHECK(shows(fixture.window, QStringLiteral("Device 0 holds the same bits in both.")));
    fixture.press_and_wait(Qt::Key_Left);
    CHECK(beside.scene().frame->schedule_step ==
          fixture.window.player().scene().frame->schedule_step);
}
