#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QToolButton>

#include "tests/gui/window_fixture.h"
#include "ui/figures/bar_plot.h"
#include "ui/figures/line_plot.h"
#include "ui/main_window/dock_card.h"
#include "ui/main_window/experiments.h"
#include "ui/main_window/laboratory.h"
#include "ui/main_window/lesson_director.h"
#include "ui/panels/algorithms_panel.h"
#include "ui/panels/chart_panel.h"
#include "ui/panels/figure_panel.h"
#include "ui/panels/inspector.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/planner_panel.h"
#include "ui/panels/predict_panel.h"
#include "ui/panels/sweep_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// A learner at the lesson: reads, clicks, types and looks.
class LessonWalk : public WindowFixture {
  public:
    LessonWalk() : WindowFixture(QStringLiteral("toy")) { click("lesson/start"); }

    void click(const char* name) { QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton); }
    const GuideStep& step() { return lesson_guide().steps[static_cast<std::size_t>(number())]; }
    int number() { return window.workspace().lesson().guide().number(); }
    // "Show me", and everything that it shows.
    void show() {
        CAPTURE(step().id.toStdString());
        click("lesson/show");
        REQUIRE(wait([&] { return !window.laboratory().director().busy() && at_rest(); }, 120000));
        Banner& banner = window.stage_card().banner();
        CAPTURE(banner.heading().toStdString(), banner.text().toStdString());
        GuidedLesson& guide = window.workspace().lesson().guide();
        CHECK_FALSE(find<QLabel>("lesson/answer")->isHidden());
        CHECK_FALSE(guide.findChild<QLabel*>(QStringLiteral("problem"))->isVisibleTo(&guide));
        for (const GuideAction& action : step().show) check(action);
        CHECK(window.size() == QSize(1280, 800));  // other cards find room in it
    }
    void next() {
        // Some steps leave another page of the left side in front.
        for (auto* tabs : window.findChildren<QTabBar*>(QStringLiteral("views")))
            if (tabs->tabText(0) == QLatin1String("Lesson"))
                QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
        const int before = number();
        for (auto* button : window.workspace().lesson().guide().findChildren<QToolButton*>())
            if (button->accessibleName() == QLatin1String("The next step"))
                QTest::mouseClick(button, Qt::LeftButton);
        REQUIRE(number() == before + 1);
    }
    FramePtr frame() { return window.player().scene().frame; }
    bool done() { return window.workspace().lesson().guide().progress().done.contains(step().id); }

  private:
    void check(const GuideAction& action) {
        if (action.verb == "card") {
            const auto* card = window.workspace().findChild<DockCard*>(
                QString::fromStdString(action.value.get<std::string>()));
            REQUIRE(card);
            // In front, not only open: what is under its middle belongs to it.
            CHECK(card->isVisible());
            CHECK_FALSE(card->visibleRegion().isEmpty());
        }
        if (action.verb == "open")
            CHECK(window.document().scenario() ==
                  QString::fromStdString(action.value.get<std::string>()));
        if (action.verb == "go") {
            REQUIRE(frame());
            CHECK(frame()->iteration == action.value.value("iteration", 0));
            CHECK(name(frame()->phase) == action.value.value("phase", std::string()));
        }
    }
};

std::vector<QPointF> dots(const Figure& figure, const char* series) {
    for (const PlotSeries& one : dynamic_cast<const LinePlot&>(figure).data().series)
        if (one.name == QLatin1String(series) && one.kind == PlotKind::measured) return one.points;
    return {};
}

double dot_at(const Figure& figure, const char* series, int x) {
    for (const QPointF& dot : dots(figure, series))
        if (dot.x() == x) return dot.y();
    return -1;
}

void check_split(LessonWalk& walk) {
    const QStringList lines =
        walk.window.laboratory().shards().figure()->csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(lines.size() == 1 + 32);
    std::array<int, 4> count{};
    for (qsizetype i = 1; i < lines.size(); ++i)
        ++count[static_cast<std::size_t>(lines[i].section(',', -1).toInt())];
    CHECK(count == std::array<int, 4>{8, 8, 8, 8});
}

void check_alone(LessonWalk& walk) {
    CHECK(walk.window.stage_card().selected() == CellRef{3, 0});
    CHECK(walk.window.stage_card().inspector().isVisible());
    const auto& ranks = walk.frame()->ranks;
    REQUIRE(ranks.size() == 4);
    for (std::size_t r = 1; r < 4; ++r) {
        REQUIRE(ranks[r].gradient);
        CHECK(ranks[r].gradient->summary.digest != ranks[0].gradient->summary.digest);
    }
}

void check_drift(LessonWalk& walk) {
    CHECK(walk.frame()->identical == false);
    const auto portraits = std::dynamic_pointer_cast<const PortraitsFigure>(
        walk.window.laboratory().portraits().figure());
    REQUIRE(portraits);
    CHECK(portraits->same_count() == 1);  // rank 0 itself
    const QStringList lines =
        walk.window.laboratory().divergence().figure()->csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(lines.size() >= 12);
    CHECK(lines[1].section(',', 1, 1).toDouble() > 0);
    CHECK(lines.last().section(',', 1, 1).toDouble() > lines[1].section(',', 1, 1).toDouble());
}

// The model's part of the memory is the same to the byte, whatever N; more samples go through.
void check_more_devices(LessonWalk& walk) {
    const SweepPanel& sweep = walk.window.experiments().sweep();
    const auto memory = std::dynamic_pointer_cast<const BarPlot>(sweep.figure());
    REQUIRE(memory);
    CHECK(memory->file_stem() == QLatin1String("memory-by-devices"));
    REQUIRE(memory->data().columns.size() == 4);
    const double parameters = 64 * 128 + 128 + 128 * 64 + 64 + 64 * 10 + 10;
    for (const BarColumn& column : memory->data().columns) {
        CAPTURE(column.name.toStdString());
        CHECK_FALSE(column.ghost);
        CHECK(column.parts[0] == 4 * parameters);
        CHECK(column.parts[1] == 4 * parameters);
        CHECK(column.parts[2] == 8 * parameters);
    }
    QComboBox* chart = nullptr;
    for (auto* list : sweep.findChildren<QComboBox*>())
        if (list->accessibleName() == QLatin1String("Chart")) chart = list;
    REQUIRE(chart);
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Home);
    const auto speed = dots(*sweep.figure(), "measured");
    REQUIRE(speed.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(speed[i].x() == 1 << i);
        CHECK(speed[i].y() > 0);
    }
}

// S is the scenario's 8 elements: 32 bytes. Among 16 devices half of the chunks are empty: the
// busiest of the ring sends each of the others twice.
void check_neighbours(LessonWalk& walk) {
    const auto figure = walk.window.experiments().algorithms().figure();
    CHECK(dots(*figure, "ring, measured").size() == 15);
    CHECK(dot_at(*figure, "ring, measured", 8) == 2 * 7 * 32 / 8);
    CHECK(dot_at(*figure, "ring, measured", 16) == 2 * 8 * 4);
    CHECK(dot_at(*figure, "direct, measured", 16) == 15 * 32);
    CHECK(dot_at(*figure, "central, measured", 16) == 15 * 32);
}

void check_out_of_memory(LessonWalk& walk) {
    const auto plan =
        std::dynamic_pointer_cast<const BarPlot>(walk.window.experiments().planner().figure());
    REQUIRE(plan);
    REQUIRE(plan->data().columns.size() == 5);
    const double p = 85002;
    CHECK(plan->data().columns[0].parts == std::vector<double>{4 * p, 4 * p, 8 * p});
    CHECK_FALSE(plan->data().columns[0].ghost);
    CHECK(plan->data().columns[4].ghost);
    CHECK(plan->data().columns[4].parts == std::vector<double>{p, p, 2 * p});
    CHECK(plan->data().limit == 1572864);
}

}  // namespace

TEST_CASE("The whole lesson, from its first step to its last, by mouse and keyboard",
          "[window][lesson]") {
    LessonWalk walk;
    REQUIRE(walk.step().id == QLatin1String("warm-up"));
    QTest::keyClicks(walk.find<QLineEdit>("flops/budget"), QStringLiteral("6e21"));
    QTest::keyClicks(walk.find<QLineEdit>("flops/parameters"), QStringLiteral("5e9"));
    CHECK(walk.find<QLabel>("flops/tokens")->text().contains(QLocale().toString(200000000000LL)));
    walk.show();
    CHECK(walk.done());

    walk.next();
    walk.show();
    check_split(walk);

    walk.next();
    walk.show();
    check_alone(walk);

    walk.next();
    walk.show();
    CHECK(walk.window.laboratory().predict().isVisible());
    CHECK(walk.window.laboratory().predict().asking());

    walk.next();
    walk.show();
    CHECK(walk.frame()->identical == true);
    for (const RankRecord& rank : walk.frame()->ranks)
        CHECK(rank.digest == walk.frame()->ranks.front().digest);

    walk.next();
    walk.show();
    check_drift(walk);

    walk.next();
    REQUIRE(walk.step().id == QLatin1String("practice-1"));
    walk.click("lesson/choice0");
    CHECK_FALSE(walk.done());
    walk.click("lesson/choice1");
    CHECK(walk.done());
    walk.show();
    CHECK(walk.frame()->identical == true);
    CHECK(walk.frame()->active_faults.size() == 1);

    walk.next();
    walk.click("lesson/choice1");
    walk.show();
    check_more_devices(walk);

    walk.next();
    walk.click("lesson/choice1");
    walk.show();
    check_neighbours(walk);

    walk.next();
    REQUIRE(walk.step().id == QLatin1String("next"));
    CHECK_FALSE(walk.find<QPushButton>("lesson/show")->isEnabled());
    QTest::keyClicks(walk.find<QPlainTextEdit>("lesson/note"), QStringLiteral("memory runs out"));
    walk.show();
    check_out_of_memory(walk);

    CHECK(walk.window.workspace().lesson().guide().progress().done.size() ==
          walk.window.workspace().lesson().guide().count());
}

TEST_CASE("A sweep that the learner stops ends the showing, and another step can be shown",
          "[window][lesson]") {
    LessonWalk walk;
    while (walk.step().id != QLatin1String("practice-2")) walk.next();
    walk.click("lesson/show");
    SweepPanel& sweep = walk.window.experiments().sweep();
    REQUIRE(walk.wait([&] { return sweep.busy(); }));
    walk.click("start_sweep");
    REQUIRE(walk.wait([&] { return !walk.window.laboratory().director().busy(); }));
    CHECK_FALSE(sweep.busy());
    CHECK(sweep.points().size() < 4);
    walk.next();
    walk.show();
    check_neighbours(walk);
}
