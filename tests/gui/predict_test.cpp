#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/collective/host_executor.h"
#include "tests/gui/window_fixture.h"
#include "ui/figures/worksheet.h"
#include "ui/main_window/laboratory.h"
#include "ui/panels/predict_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

class PredictFixture : public WindowFixture {
  public:
    PredictFixture() : WindowFixture(QStringLiteral("toy")) {
        window.workspace().show_page(&panel());
        panel().set_asking(true);
    }
    PredictPanel& panel() { return window.laboratory().predict(); }
    const Schedule& schedule() { return recording().info().buckets.front().schedule; }
    std::size_t next_step() {
        return static_cast<std::size_t>(window.player().scene().frame->schedule_step + 1);
    }
    // The transfer that the panel asks about: the toy's ring moves one chunk a device.
    Transfer asked() {
        const QString text = question();
        for (const Transfer& t : schedule().steps.at(next_step()).transfers)
            if (text.contains(QStringLiteral("Device %1").arg(t.from))) return t;
        FAIL("no device is asked about");
        return {};
    }
    QString question() {
        for (const QLabel* label : panel().findChildren<QLabel*>())
            if (label->text().startsWith(QLatin1String("Which chunk"))) return label->text();
        return {};
    }
    float value_after(const Transfer& t) {
        HostExecutor executor(4, 4);
        for (Rank r = 0; r < 4; ++r)
            executor.write(
                r, 0,
                window.player().scene().frame->ranks[static_cast<std::size_t>(r)].gradient->whole);
        executor.run(schedule(), schedule().steps.at(next_step()), 0);
        float value = 0;
        executor.read(t.to, t.chunk, std::span(&value, 1));
        return value;
    }
    void click(int rank, int chunk) {
        const auto figure = make_stage_figure(stage().view(), stage().scene());
        const QRectF cell =
            figure->cell_rect({rank, chunk}, QRectF(stage().rect()), Theme::light());
        QTest::mouseClick(&stage(), Qt::LeftButton, {}, cell.center().toPoint());
    }
    QString feedback() { return find<QLabel>("feedback")->text(); }
};

}  // namespace

TEST_CASE("Predict mode: a learner who knows gets all points, by mouse and keyboard",
          "[window][predict]") {
    PredictFixture fixture;
    auto* value = fixture.find<QLineEdit>("predict/value");
    for (int step = 0; step < 6; ++step) {
        CAPTURE(step);
        const Transfer t = fixture.asked();
        fixture.click(t.from, t.chunk);
        fixture.click(t.to, 0);
        CHECK(fixture.find<QComboBox>("predict/chunk")->currentIndex() == t.chunk);
        CHECK(fixture.find<QComboBox>("predict/to")->currentIndex() == t.to);
        REQUIRE(value->hasFocus());
        QTest::keyClicks(value, QString::number(static_cast<double>(fixture.value_after(t))));
        QTest::keyClick(value, Qt::Key_Return);
        REQUIRE(fixture.wait([&] {
            return fixture.at_rest() && fixture.window.player().position().frame == step + 1;
        }));
        CHECK(fixture.feedback().contains(QStringLiteral("3 of 3")));
    }
    CHECK(fixture.panel().points() == 18);
    CHECK(fixture.panel().possible() == 18);
    CHECK_FALSE(value->isVisible());
    bool told = false;
    for (const QLabel* label : fixture.panel().findChildren<QLabel*>())
        told = told || label->text().contains(QStringLiteral("Score: 18 of 18"));
    CHECK(told);
}

TEST_CASE("Predict mode: a wrong answer is explained by the schedule and the values",
          "[window][predict]") {
    PredictFixture fixture;
    const Transfer t = fixture.asked();
    // By the keyboard alone.
    auto* chunk = fixture.find<QComboBox>("predict/chunk");
    chunk->setFocus();
    for (int k = 0; k <= (t.chunk + 1) % 4; ++k) QTest::keyClick(chunk, Qt::Key_Down);
    auto* to = fixture.find<QComboBox>("predict/to");
    to->setFocus();
    for (int k = 0; k <= (t.to + 1) % 4; ++k) QTest::keyClick(to, Qt::Key_Down);
    auto* value = fixture.find<QLineEdit>("predict/value");
    value->setFocus();
    QTest::keyClicks(value, QStringLiteral("1"));
    QTest::keyClick(value, Qt::Key_Return);
    REQUIRE(fixture.wait(
        [&] { return fixture.at_rest() && fixture.window.player().position().frame == 1; }));
    CHECK(fixture.panel().points() == 0);
    CHECK(fixture.panel().possible() == 3);
    CHECK(fixture.feedback().contains(QStringLiteral("chunk %1.").arg(t.chunk)));
    CHECK(fixture.feedback().contains(QStringLiteral("device %1").arg(t.to)));
    // Back and again: the better answer counts.
    fixture.window.setFocus();
    fixture.press_and_wait(Qt::Key_Left);
    const Transfer again = fixture.asked();
    CHECK(again == t);
    fixture.click(t.from, t.chunk);
    fixture.click(t.to, 0);
    QTest::keyClicks(value, QString::number(static_cast<double>(fixture.value_after(t))));
    QTest::keyClick(value, Qt::Key_Return);
    REQUIRE(fixture.wait(
        [&] { return fixture.at_rest() && fixture.window.player().position().frame == 1; }));
    CHECK(fixture.panel().points() == 3);
    CHECK(fixture.panel().possible() == 3);
}

TEST_CASE("A step that is played unanswered costs nothing and is said at the end",
          "[window][predict]") {
    PredictFixture fixture;
    fixture.window.setFocus();
    for (int step = 0; step < 6; ++step) fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.panel().possible() == 0);
}

TEST_CASE(
    "The worksheet is empty but for the start, the answer key holds what the devices will hold",
    "[window][predict]") {
    PredictFixture fixture;
    fixture.window.setFocus();
    for (int step = 0; step < 6; ++step) fixture.press_and_wait(Qt::Key_Right);
    const auto data = worksheet_data(fixture.recording());
    REQUIRE(data);
    for (std::int64_t f = 0; f < 7; ++f)
        for (std::size_t r = 0; r < 4; ++r)
            CHECK(data->after[static_cast<std::size_t>(f)][r] ==
                  fixture.recording().frame({0, f})->ranks[r].gradient->whole);
    const QStringList empty = WorksheetFigure(*data, false).csv().split('\n', Qt::SkipEmptyParts);
    const QStringList full = WorksheetFigure(*data, true).csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(empty.size() == 1 + 7 * 16);
    REQUIRE(full.size() == empty.size());
    CHECK(empty[1] == QStringLiteral("0,start,0,0,0,0,1,1"));
    CHECK(empty[17] == QStringLiteral("1,reduce-scatter,0,0,0,0,1,"));
    CHECK(full[1 + 16 + 4] == QStringLiteral("1,reduce-scatter,0,1,0,0,1,11"));
    CHECK(full.last() == QStringLiteral("6,all-gather,2,3,3,3,1,4444"));
}
