#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>

#include "core/session/make_run.h"
#include "core/trace/recorder.h"
#include "tests/gui/dialogs.h"
#include "tests/gui/scenes.h"
#include "tests/gui/window_fixture.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

void drop(MainWindow& window, const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    CHECK(enter.isAccepted());
    QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

// Made on the host: there is no device to make it on.
void save_toy(const QString& file, std::int64_t frames = 7) {
    const Session session = load_scenario("toy");
    const std::unique_ptr<Run> run = make_run(session, {}, host_factory());
    Recorder recorder(*run);
    while (recorder.recording()->frame_count() < frames) recorder.advance(*run, Pace::watched);
    save_recording(*recorder.recording(), file.toStdString());
}

}  // namespace

TEST_CASE("A bad file leaves the session as it was and says what is wrong", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.press_and_wait(Qt::Key_Right);
    const auto recording = fixture.window.document().recording();
    const Position position = fixture.window.player().position();
    const auto [name, bytes] = GENERATE(table<const char*, const char*>(
        {{"broken.ringscope", "{\"version\":1,"},
         {"unknown.ringscope",
          R"({"version":1,"kind":"collective","values":[[1]],"colour":"red"})"},
         {"empty.ringscope", ""},
         {"many.ringscope", R"({"version":1,"kind":"train","spec":{"model":{"sizes":[2,2]},)"
                            R"("data":{"name":"xor"},"world_size":65,"global_batch":8}})"},
         {"noise.ringtrace", "this is no recording"}}));
    CAPTURE(name);
    drop(fixture.window, write_file(fixture.settings, name, bytes));
    REQUIRE(
        fixture.wait([&] { return !fixture.window.stage_card().banner().heading().isEmpty(); }));
    CHECK(fixture.window.stage_card().banner().text().contains(QString::fromLatin1(name)));
    CHECK(fixture.window.document().recording() == recording);
    CHECK(fixture.window.player().position() == position);
    // And it goes on.
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.window.player().position().frame == position.frame + 1);
}

TEST_CASE("A missing file is said so", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.open(QStringLiteral("nowhere.ringscope"));
    CHECK_FALSE(fixture.window.stage_card().banner().heading().isEmpty());
    CHECK(fixture.ready());
}

TEST_CASE("Setup applies only what is valid", "[window]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    fixture.window.workspace().show_setup(true);
    auto* apply = fixture.find<QPushButton>("primary");
    auto* rate = fixture.find<QLineEdit>("/optimizer/lr");
    auto* world = fixture.find<QLineEdit>("/world_size");
    const auto type = [&](QLineEdit* line, const char* text) {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(text));
    };
    CHECK_FALSE(apply->isEnabled());  // nothing was changed
    type(rate, "fast");
    CHECK_FALSE(apply->isEnabled());
    CHECK(rate->property("invalid").toBool());
    type(rate, "0.05");
    CHECK(apply->isEnabled());
    type(world, "65");
    CHECK_FALSE(apply->isEnabled());
    CHECK(world->property("invalid").toBool());
    CHECK_FALSE(world->accessibleDescription().isEmpty());
    type(world, "0");
    CHECK_FALSE(apply->isEnabled());
    type(world, "3");
    REQUIRE(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    CHECK(fixture.recording().info().world_size == 3);
    CHECK(fixture.window.document().session().training().optimizer.lr == 0.05);
}

TEST_CASE("The toy's numbers can be edited", "[window]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.workspace().show_setup(true);
    auto* apply = fixture.find<QPushButton>("primary");
    auto* values = fixture.find<QPlainTextEdit>("values");
    values->setPlainText(QStringLiteral("1, 2\n3, x"));
    CHECK_FALSE(apply->isEnabled());
    values->setPlainText(QStringLiteral("1, 2\n3"));
    CHECK_FALSE(apply->isEnabled());
    values->setPlainText(QStringLiteral("1, 2\n3, 4\n5, 6.5"));
    REQUIRE(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    CHECK(fixture.recording().info().world_size == 3);
    CHECK(fixture.recording().frame({0, 0})->ranks[2].gradient->whole ==
          std::vector<float>{5, 6.5F});
}

TEST_CASE("A saved recording opens in another window and trains on with the same bits",
          "[window]") {
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("run.ringtrace"));
    std::vector<std::uint64_t> digests;
    constexpr std::int64_t at = 60;
    {
        WindowFixture fixture{QStringLiteral("split-the-batch")};
        fixture.window.player().set_runs_free(true);
        fixture.press(Qt::Key_Space);
        REQUIRE(
            fixture.wait([&] { return fixture.window.player().state() == Player::State::paused; }));
        for (std::int64_t k = 0; k < fixture.recording().iterations(); ++k)
            digests.push_back(fixture.recording().summary(k)->ranks[0].digest);
        fixture.window.document().save_recording(file);
        REQUIRE(fixture.wait([&] { return QFile::exists(file); }));
        REQUIRE(fixture.wait([&] { return !fixture.window.document().would_lose_work(); }));
    }
    WindowFixture fixture{file};
    CHECK(fixture.window.document().is_replay());
    REQUIRE(fixture.recording().iterations() == std::ssize(digests));
    fixture.window.player().seek({at, 0});
    fixture.window.document().continue_from_here();
    REQUIRE(fixture.wait([&] { return !fixture.window.document().is_replay(); }));
    fixture.window.player().set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] {
        return fixture.recording().iterations() == std::ssize(digests) && fixture.at_rest();
    }));
    for (std::int64_t k = 0; k < std::ssize(digests); ++k) {
        CAPTURE(k);
        CHECK(fixture.recording().summary(k)->ranks[0].digest ==
              digests[static_cast<std::size_t>(k)]);
    }
    // Nothing of this must be asked about when the test closes the window.
    fixture.window.document().save_recording(file);
    REQUIRE(fixture.wait([&] { return !fixture.window.document().would_lose_work(); }));
}

TEST_CASE("a recording that is dropped on the window opens", "[window]") {
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    const QString file = fixture.settings.filePath(QStringLiteral("toy.ringtrace"));
    save_toy(file);
    drop(fixture.window, file);
    REQUIRE(fixture.wait([&] { return fixture.window.document().is_replay(); }));
    CHECK(fixture.recording().info().kind == RunKind::collective);
    CHECK(fixture.recording().frame_count() == 7);
}

TEST_CASE("the toy goes on from the middle of its recording", "[window]") {
    WindowFixture fixture{QString()};
    const QString file = fixture.settings.filePath(QStringLiteral("toy.ringtrace"));
    save_toy(file, 3);
    fixture.window.open(file);
    REQUIRE(fixture.wait([&] { return fixture.window.document().is_replay(); }));
    fixture.press_and_wait(Qt::Key_End);
    REQUIRE(fixture.window.player().position().frame == 2);
    const auto before = fixture.window.player().scene().frame;
    // A click beyond its end offers what can be done.
    TimelineWidget& timeline = fixture.window.workspace().timeline();
    const TimelineGeometry geometry = timeline.geometry_now();
    QTest::mouseClick(&timeline, Qt::LeftButton, {},
                      QPointF(geometry.x_of(5), geometry.bar().center().y()).toPoint());
    CHECK(fixture.window.stage_card().banner().heading() == "This recording ends here");
    action_of(fixture.window, "Continue from here")->trigger();
    REQUIRE(fixture.wait([&] {
        return !fixture.window.document().is_replay() && fixture.ready() &&
               fixture.window.player().position().frame == 2 && fixture.at_rest();
    }));
    const auto after = fixture.window.player().scene().frame;
    for (std::size_t r = 0; r < 4; ++r)
        CHECK(after->ranks[r].gradient->whole == before->ranks[r].gradient->whole);
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.recording().frame_count() == 4);
}

// The other process of the next test: trains, and leaves its recording and its digests.
TEST_CASE("trains in a process of its own", "[.][other-process]") {
    const QString file = qEnvironmentVariable("RINGSCOPE_TEST_RECORDING");
    REQUIRE_FALSE(file.isEmpty());
    WindowFixture fixture{QStringLiteral("split-the-batch")};
    fixture.window.player().set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.window.player().state() == Player::State::paused; }));
    QFile digests(file + QStringLiteral(".digests"));
    REQUIRE(digests.open(QIODevice::WriteOnly));
    for (std::int64_t k = 0; k < fixture.recording().iterations(); ++k)
        for (const RankRecord& rank : fixture.recording().summary(k)->ranks)
            digests.write(QByteArray::number(static_cast<qulonglong>(rank.digest), 16) + '\n');
    fixture.window.document().save_recording(file);
    REQUIRE(fixture.wait([&] { return !fixture.window.document().would_lose_work(); }));
}

TEST_CASE("a recording of another process trains on with the same bits", "[window]") {
    WindowFixture fixture{QString()};
    const QString file = fixture.settings.filePath(QStringLiteral("other.ringtrace"));
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("RINGSCOPE_TEST_RECORDING"), file);
    other.setProcessEnvironment(environment);
    other.start(QCoreApplication::applicationFilePath(), {QStringLiteral("[other-process]")});
    REQUIRE(other.waitForFinished(120000));
    REQUIRE(other.exitCode() == 0);
    QFile written(file + QStringLiteral(".digests"));
    REQUIRE(written.open(QIODevice::ReadOnly));
    const QList<QByteArray> digests = written.readAll().trimmed().split('\n');

    fixture.window.open(file);
    REQUIRE(fixture.wait([&] { return fixture.window.document().is_replay(); }));
    fixture.window.player().seek({37, 0});
    action_of(fixture.window, "Continue from here")->trigger();
    REQUIRE(fixture.wait([&] { return !fixture.window.document().is_replay(); }));
    // Some of it watched, the rest free: the bits do not depend on the pace.
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    fixture.window.player().set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(
        fixture.wait([&] { return fixture.recording().iterations() == 120 && fixture.at_rest(); }));
    QList<QByteArray> again;
    for (std::int64_t k = 0; k < 120; ++k)
        for (const RankRecord& rank : fixture.recording().summary(k)->ranks)
            again << QByteArray::number(static_cast<qulonglong>(rank.digest), 16);
    CHECK(again == digests);
}

TEST_CASE("Without a driver the window explains itself and still opens recordings",
          "[.][no-driver]") {
    WindowFixture fixture{QString()};
    fixture.window.open(QStringLiteral("toy"));
    REQUIRE(
        fixture.wait([&] { return !fixture.window.stage_card().banner().heading().isEmpty(); }));
    CHECK(fixture.window.stage_card().banner().text().contains(QStringLiteral("pocl"),
                                                               Qt::CaseInsensitive));
    // The toy's own numbers are there, but no step can be made, and nothing counts as measured.
    CHECK(fixture.window.player().scene().frame);
    for (const QLabel* label : fixture.window.findChildren<QLabel*>())
        CHECK_FALSE((label->isVisible() && label->text() == "measured"));
    CHECK_FALSE(fixture.window.player().can_go_forward());
    fixture.press(Qt::Key_Right);
    fixture.press(Qt::Key_Space);
    const QString recording = fixture.settings.filePath(QStringLiteral("toy.ringtrace"));
    save_toy(recording);
    fixture.window.open(recording);
    REQUIRE(fixture.wait([&] { return fixture.ready() && fixture.window.document().is_replay(); }));
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.window.player().position().frame == 1);
}
