#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>

#include "core/session/session.h"
#include "tests/gui/window_fixture.h"
#include "ui/main_window/laboratory.h"
#include "ui/main_window/lesson_director.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/predict_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

class LessonFixture : public WindowFixture {
  public:
    LessonFixture() : WindowFixture(QStringLiteral("toy")) {
        QTest::mouseClick(find<QPushButton>("lesson/start"), Qt::LeftButton);
        REQUIRE(guide().isVisible());
    }

    GuidedLesson& guide() { return window.workspace().lesson().guide(); }
    void go_to(const QString& id) {
        for (int i = 0; i < guide().count(); ++i) {
            guide().go_to(i);
            if (guide().progress().step == id) return;
        }
        FAIL("there is such a step");
    }
    // Presses "Show me" and waits until everything was shown.
    void show_me() {
        QTest::mouseClick(find<QPushButton>("lesson/show"), Qt::LeftButton);
        REQUIRE(wait([&] { return !window.laboratory().director().busy() && at_rest(); }));
    }
    FramePtr frame() { return window.player().scene().frame; }
    bool done(const char* id) { return guide().progress().done.contains(QString::fromLatin1(id)); }
};

}  // namespace

TEST_CASE("The lesson's content is whole: scenarios, cards and answers that there are",
          "[lesson]") {
    const Guide& content = lesson_guide();
    CHECK(content.steps.size() >= 8);
    int questions = 0;
    for (const GuideStep& step : content.steps) {
        CAPTURE(step.id.toStdString());
        CHECK_FALSE(step.text.isEmpty());
        CHECK_FALSE(step.answer.isEmpty());
        if (step.kind == GuideStep::Kind::choose) {
            ++questions;
            CHECK(std::count_if(step.choices.begin(), step.choices.end(),
                                [](const GuideChoice& c) { return c.right; }) == 1);
            for (const GuideChoice& choice : step.choices) CHECK_FALSE(choice.why.isEmpty());
        }
        // An answer is shown, not only told; the warm-up is a calculation.
        if (step.kind != GuideStep::Kind::calculate) CHECK_FALSE(step.show.empty());
        for (const GuideAction& action : step.show)
            if (action.verb == "open")
                CHECK_NOTHROW(load_scenario(action.value.get<std::string>()));
    }
    CHECK(questions == 3);
}

TEST_CASE("The warm-up's calculator gives 2 x 10^11 tokens", "[window][lesson]") {
    LessonFixture fixture;
    fixture.go_to(QStringLiteral("warm-up"));
    QTest::keyClicks(fixture.find<QLineEdit>("flops/budget"), QStringLiteral("6e21"));
    QTest::keyClicks(fixture.find<QLineEdit>("flops/parameters"), QStringLiteral("5e9"));
    CHECK(
        fixture.find<QLabel>("flops/tokens")->text().contains(QLocale().toString(200000000000LL)));
    fixture.show_me();
    CHECK(fixture.done("warm-up"));
}

TEST_CASE("Practice 1: answered by a click, and shown by digests that stay equal",
          "[window][lesson]") {
    LessonFixture fixture;
    fixture.go_to(QStringLiteral("practice-1"));
    QTest::mouseClick(fixture.find<QRadioButton>("lesson/choice0"), Qt::LeftButton);
    auto* why = fixture.find<QLabel>("lesson/why");
    CHECK(why->isVisible());
    CHECK_FALSE(fixture.done("practice-1"));
    fixture.find<QRadioButton>("lesson/choice1")->setFocus();
    QTest::keyClick(fixture.find<QRadioButton>("lesson/choice1"), Qt::Key_Space);
    CHECK(fixture.done("practice-1"));
    fixture.show_me();
    REQUIRE(fixture.frame());
    CHECK(fixture.frame()->identical == true);
    REQUIRE(fixture.frame()->active_faults.size() == 1);
    CHECK(fixture.frame()->active_faults[0].find("scale-gradient on rank 3") == 0);
}

TEST_CASE("Leaving the sum out is shown by digests that differ", "[window][lesson]") {
    LessonFixture fixture;
    fixture.go_to(QStringLiteral("drift"));
    fixture.show_me();
    CHECK(fixture.frame()->identical == false);
}

TEST_CASE("The ring's step opens predict mode", "[window][lesson]") {
    LessonFixture fixture;
    fixture.go_to(QStringLiteral("ring"));
    fixture.show_me();
    CHECK(fixture.window.laboratory().predict().isVisible());
    CHECK(fixture.window.laboratory().predict().asking());
}

TEST_CASE("Progress is kept between starts, and the prediction comes before its answer",
          "[window][lesson]") {
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("settings.ini"));
    {
        MainWindow window({}, file);
        window.show();
        GuidedLesson& guide = window.workspace().lesson().guide();
        guide.go_to(guide.count() - 1);
        auto* show = window.findChild<QPushButton*>(QStringLiteral("lesson/show"));
        CHECK_FALSE(show->isEnabled());
        QTest::keyClicks(window.findChild<QPlainTextEdit*>(QStringLiteral("lesson/note")),
                         QStringLiteral("no device can hold it"));
        CHECK(show->isEnabled());
        guide.go_to(6);
        window.findChild<QRadioButton*>(QStringLiteral("lesson/choice1"))->click();
        window.close();
    }
    MainWindow window({}, file);
    GuidedLesson& guide = window.workspace().lesson().guide();
    CHECK(guide.number() == 6);
    CHECK(guide.progress().done.contains(QStringLiteral("practice-1")));
    CHECK(window.findChild<QRadioButton*>(QStringLiteral("lesson/choice1"))->isChecked());
    guide.go_to(guide.count() - 1);
    CHECK(window.findChild<QPlainTextEdit*>(QStringLiteral("lesson/note"))->toPlainText() ==
          QStringLiteral("no device can hold it"));
    CHECK(window.findChild<QPushButton*>(QStringLiteral("lesson/start"))
              ->text()
              .contains(QString::number(guide.count())));
}
