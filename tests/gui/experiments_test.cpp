#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "core/collective/algorithms.h"
#include "core/collective/traffic_formula.h"
#include "core/session/session.h"
#include "core/train/host_replica_set.h"
#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/figures/bar_plot.h"
#include "ui/figures/figure_widget.h"
#include "ui/panels/algorithms_panel.h"
#include "ui/panels/planner_panel.h"
#include "ui/panels/sweep_panel.h"

using namespace ringscope;

namespace {

QImage painted(const Figure& figure, const Theme& theme, QSize size = {520, 340}) {
    QImage image(size, QImage::Format_ARGB32);
    image.fill(theme.surface);
    QPainter painter(&image);
    figure.paint(painter, QRectF(QPointF(), QSizeF(size)), theme);
    return image;
}

const PlotSeries& series(const LinePlotData& plot, const char* name) {
    for (const PlotSeries& one : plot.series)
        if (one.name == QLatin1String(name)) return one;
    FAIL("no series " << name);
    return plot.series.front();
}

template <class T>
T* named(QWidget& parent, const char* accessible_name) {
    for (T* widget : parent.findChildren<T*>())
        if (widget->accessibleName() == QLatin1String(accessible_name)) return widget;
    FAIL("no widget " << accessible_name);
    return nullptr;
}

}  // namespace

TEST_CASE("the traffic chart draws every algorithm, and measured dots on their formulas") {
    std::vector<MeasuredTraffic> measured =
        measure_traffic(5040, {2, 3, 4, 5, 8, 16}, test::host_factory(), {});
    CHECK(measured.size() == 6 * algorithm_names().size());
    TrafficQuestion question;
    question.bytes = 4 * 5040;
    for (const auto quantity : {TrafficQuantity::busiest_bytes, TrafficQuantity::total_bytes}) {
        question.quantity = quantity;
        const LinePlotData plot = traffic_plot(question, measured);
        CHECK(plot.series.size() == 2 * algorithm_names().size());
        for (const std::string& algorithm : algorithm_names()) {
            CAPTURE(algorithm);
            const PlotSeries& line = series(plot, algorithm.c_str());
            const PlotSeries& dots = series(plot, (algorithm + ", measured").c_str());
            CHECK(line.kind == PlotKind::formula);
            CHECK(dots.kind == PlotKind::measured);
            CHECK(dots.points.size() == 6);
            for (const QPointF& dot : dots.points) {
                const auto on_line =
                    std::find_if(line.points.begin(), line.points.end(),
                                 [&](const QPointF& point) { return point.x() == dot.x(); });
                REQUIRE(on_line != line.points.end());
                CAPTURE(dot.x());
                CHECK(dot.y() == Approx(on_line->y()));
            }
        }
    }
}

TEST_CASE("the crossover is where the model says: small vectors never, large ones at once") {
    TrafficQuestion question{TrafficQuantity::seconds, 1024, 4, 1e-3, 1e9};
    question.bytes = 1e9;
    CHECK(crossover(question) == 3);
    question.bytes = 3e6;  // latency wins until direct has to send a lot
    const int n = crossover(question);
    REQUIRE(n > 3);
    const auto seconds = [&](const char* algorithm, int ranks) {
        return traffic_formula(algorithm, ranks, question.bytes)
            .seconds(question.latency, question.bandwidth);
    };
    CHECK(seconds("ring", n) < seconds("direct", n));
    CHECK(seconds("ring", n - 1) >= seconds("direct", n - 1));
    CHECK(traffic_plot(question, {}).mark_x == n);
    question.bytes = 4;
    CHECK(crossover(question) == 0);
    CHECK_FALSE(traffic_plot(question, {}).mark_x.has_value());
}

TEST_CASE("the algorithms panel measures on request and forgets dots of another size") {
    AlgorithmsPanel panel([] { return test::host_factory(); });
    panel.set_theme(Theme::light());
    panel.resize(460, 400);
    panel.show();
    RunInfo info;
    info.length = 64;
    panel.show_run(info);
    const auto note = [&] { return dynamic_cast<const LinePlot&>(*panel.figure()).data().y_title; };
    CHECK(note().startsWith("S = 256"));
    info.length = 4;  // the toy's, as its stage says
    panel.show_run(info);
    CHECK(note().startsWith("S = 16"));
    CHECK_FALSE(measure_traffic(4, {2, 3, 16}, test::host_factory(), {}).empty());
    info.length = 64;
    panel.show_run(info);
    const auto dots = [&] {
        int count = 0;
        for (const PlotSeries& one : dynamic_cast<const LinePlot&>(*panel.figure()).data().series)
            if (one.kind == PlotKind::measured) count += static_cast<int>(one.points.size());
        return count;
    };
    CHECK(dots() == 0);
    auto* const button = panel.findChild<QPushButton*>();
    QTest::mouseClick(button, Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return dots() > 0; }, 20000));
    CHECK(dots() == 15 * 5);
    named<QComboBox>(panel, "Number of devices")->setCurrentIndex(2);
    CHECK(dots() == 15 * 5);
    named<QComboBox>(panel, "What is compared")->setCurrentIndex(2);
    CHECK(dots() == 0);  // steps are counted in schedules
    named<QComboBox>(panel, "What is compared")->setCurrentIndex(0);
    info.length = 4000;
    panel.show_run(info);
    CHECK(dots() == 0);
}

TEST_CASE("a sweep runs through its world sizes and can be stopped") {
    SweepPanel panel([] { return host_replica_sets(); });
    panel.set_theme(Theme::dark_theme());
    panel.resize(460, 400);
    panel.show();
    Session session = load_scenario("split-the-batch");
    TrainingSpec spec = session.training();
    spec.steps = 5;
    session.content = spec;
    session.world_sizes = {1, 2, 3};
    panel.show_session(session);
    auto* const button = panel.findChild<QPushButton*>(QStringLiteral("start_sweep"));
    QTest::mouseClick(button, Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return panel.points().size() == 3; }, 20000));
    CHECK(panel.points()[2].world_size == 3);
    CHECK(panel.points()[2].batch == 32);  // the session gives the batch of all
    const QString csv = panel.figure()->csv();
    CHECK(csv.contains(QLatin1String("\"measured\",measured,3,")));
    CHECK(csv.contains(QLatin1String("\"ideal\",formula,3,")));

    named<QComboBox>(panel, "What stays the same")->setCurrentIndex(0);
    spec.steps = 100000;
    session.content = spec;
    panel.show_session(session);
    CHECK(panel.points().empty());
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::qWait(50);
    QTest::mouseClick(button, Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return button->text() == QLatin1String("Start sweep"); }, 5000));
    CHECK(panel.points().empty());
    // A session that brings what was measured shows it.
    spec.steps = 2;
    session.content = spec;
    session.world_sizes = {1, 2};
    session.measured = measure_sweep(spec, {1, 2}, host_replica_sets(), {});
    panel.show_session(session);
    CHECK(panel.points().size() == 2);
    CHECK(button->text() == QLatin1String("Again"));
    panel.show_session(load_scenario("toy"));
    CHECK_FALSE(button->isEnabled());
}

TEST_CASE("the planner's ghost bars are the formulas, beside what was measured") {
    PlannedModel model{1000, float32_bytes(OptimizerKind::adam), ModelStates{4000, 4000, 8000}, 4,
                       20000.0};
    const BarPlotData plot = planner_plot(model, 4);
    REQUIRE(plot.columns.size() == 5);
    CHECK_FALSE(plot.columns[0].ghost);
    const auto sum = [&](std::size_t column) {
        double all = 0;
        for (const double part : plot.columns[column].parts) all += part;
        return all;
    };
    CHECK(sum(0) == 16000);
    CHECK(sum(1) == 16000);
    CHECK(sum(2) == 8 * 1000 + 8.0 * 1000 / 4);
    CHECK(sum(3) == 4 * 1000 + 12.0 * 1000 / 4);
    CHECK(sum(4) == 16.0 * 1000 / 4);
    for (std::size_t column = 1; column < 5; ++column) CHECK(plot.columns[column].ghost);
    CHECK(plot.limit == 20000);
    CHECK(plot.columns[2].note == QLatin1String("8P+8P/N"));
    CHECK(plot.columns[4].note == QLatin1String("16P/N"));
    CHECK(planner_note(model, 4).contains(QLatin1String("data parallel 1,250")));  // 20,000 / 16

    PlannerPanel panel;
    panel.set_theme(Theme::light());
    named<QComboBox>(panel, "Model")->setCurrentIndex(1);
    named<QSpinBox>(panel, "Number of devices")->setValue(64);
    const QString csv = panel.figure()->csv();
    CHECK(csv.contains(QLatin1String("\"data parallel\",formula,15000000000,15000000000,")));
    CHECK(csv.contains(QLatin1String(",31406250000\n")));
    CHECK(csv.contains(QLatin1String(",1875000000\n")));
}

TEST_CASE("plots stay readable with values that are not numbers, one point, or none") {
    for (const Theme& theme : {Theme::light(), Theme::dark_theme()}) {
        LinePlotData plot;
        plot.title = QStringLiteral("A");
        plot.empty_text = QStringLiteral("nothing");
        const QImage empty = painted(LinePlot(plot), theme);
        plot.series = {{QStringLiteral("x"), 0, PlotKind::measured, {{1, 5}}}};
        const QImage one = painted(LinePlot(plot), theme);
        CHECK(one != empty);
        for (const bool log : {false, true}) {
            plot.log_x = plot.log_y = log;
            plot.series[0].points = {{0, 0},      {1, qQNaN()}, {2, 1e-30},
                                     {3, qInf()}, {4, 1e30},    {5, -3}};
            CHECK(painted(LinePlot(plot), theme) != empty);
        }
        BarPlotData bars;
        bars.parts = {{QStringLiteral("p"), [](const Theme&) { return QColor(Qt::red); }}};
        bars.columns = {{QStringLiteral("a"), {qQNaN()}, false}, {QStringLiteral("b"), {2}, true}};
        CHECK(painted(BarPlot(bars), theme) != empty);
        bars.columns = {{QStringLiteral("a"), {0}, false}};
        painted(BarPlot(bars), theme);
    }
}

TEST_CASE("lines that coincide are both seen") {
    LinePlotData plot;
    const std::vector<QPointF> points = {{1, 1}, {10, 5}};
    plot.series = {{"direct", 1, PlotKind::formula, points},
                   {"central", 2, PlotKind::formula, points}};
    QImage image(600, 400, QImage::Format_RGB32);
    const Theme theme = Theme::light();
    image.fill(theme.surface);
    QPainter painter(&image);
    LinePlot(plot).paint(painter, QRectF(0, 0, 600, 330), theme);
    painter.end();
    int seen[2] = {0, 0};
    for (int y = 60; y < 220; ++y)
        for (int x = 80; x < 600; ++x)
            for (const int color : {1, 2})
                seen[color - 1] += image.pixelColor(x, y) == theme.rank_color(color);
    CHECK(seen[0] > 20);
    CHECK(seen[1] > 20);
}
