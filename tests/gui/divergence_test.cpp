#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "tests/gui/window_fixture.h"
#include "ui/figures/chart_widget.h"
#include "ui/figures/divergence_chart.h"
#include "ui/main_window/laboratory.h"
#include "ui/panels/chart_panel.h"
#include "ui/panels/difference_matrix.h"
#include "ui/panels/equality.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("The divergence chart's table holds zeros, sizes and gaps as they are",
          "[chart][divergence]") {
    DivergenceData data;
    data.after = {0.0, 0.001, std::nullopt, std::numeric_limits<double>::infinity()};
    const DivergenceFigure figure(data);
    CHECK(figure.csv() ==
          QStringLiteral("iteration,largest_difference\n0,0\n1,0.001\n2,\n3,inf\n"));
    CHECK(figure.legend(Theme::light()).size() == 4);
    QImage image(480, 300, QImage::Format_RGB32);
    image.fill(Qt::white);
    const QImage blank = image;
    QPainter painter(&image);
    figure.paint(painter, QRectF(image.rect()), Theme::light());
    painter.end();
    CHECK(image != blank);
    CHECK_FALSE(DivergenceFigure().empty_text().isEmpty());
}

TEST_CASE("Replicas that part are told apart: first number, every pair, and the chart",
          "[window][divergence]") {
    WindowFixture fixture(QStringLiteral("split-the-batch"));
    Fault skip;
    skip.rank = 2;
    skip.from = -1;
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    auto* matrix = fixture.find<DifferenceMatrix>("difference_matrix");
    auto* first = fixture.find<QLabel>("first_difference");
    CHECK_FALSE(matrix->isVisible());
    CHECK_FALSE(first->isVisible());
    fixture.window.engine().set_faults({skip});
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    const Equality equality = equality_at(fixture.recording(), fixture.window.player().position());
    REQUIRE_FALSE(equality.identical());
    REQUIRE(equality.first);
    CHECK(equality.first->rank == 2);
    CHECK(equality.first->index == 0);
    CHECK(equality.first->place == ParameterPlace{0, 0, false, 0, 0});
    CHECK(equality.pair(0, 1).identical());
    CHECK(equality.pair(0, 2).max_abs > 0);
    CHECK(equality.pair(0, 2).max_ulp > 0);
    CHECK(equality.pair(2, 3).max_abs == equality.pair(3, 2).max_abs);
    CHECK(first->isVisible());
    CHECK(matrix->isVisible());
    CHECK(first->text().contains(QStringLiteral("row 0, column 0")));
    CHECK(matrix->accessibleDescription().contains(QStringLiteral("the same bits")));

    fixture.window.workspace().show_card(QStringLiteral("divergence"));
    const auto figure = fixture.window.laboratory().divergence().figure();
    REQUIRE(figure);
    const QStringList lines = figure->csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(lines.size() >= 3);
    CHECK(lines[1] == QStringLiteral("0,0"));
    CHECK(lines.last() != QStringLiteral("%1,0").arg(lines.size() - 2));
}

TEST_CASE("Large replicas that part are compared on demand, by executing again",
          "[window][divergence]") {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("large.json"));
    QFile spec(file);
    REQUIRE(spec.open(QIODevice::WriteOnly));
    spec.write(R"({"model": {"sizes": [64, 64, 10]}, "data": {"name": "digits"}, "world_size": 3,
                   "global_batch": 96})");
    spec.close();
    WindowFixture fixture(file);
    Fault skip;
    skip.rank = 1;
    skip.from = -1;
    fixture.window.engine().set_faults({skip});
    // Past the iteration for which the switch asked for a checkpoint.
    for (int k = 0; k < 4; ++k) fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    auto* matrix = fixture.find<DifferenceMatrix>("difference_matrix");
    auto* first = fixture.find<QLabel>("first_difference");
    auto* compare = fixture.find<QPushButton>("equality/compare");
    REQUIRE(fixture.wait([&] { return compare->isVisible(); }));
    CHECK_FALSE(matrix->isVisible());
    QTest::mouseClick(compare, Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return matrix->isVisible(); }));
    CHECK_FALSE(compare->isVisible());
    CHECK(first->text().contains(QStringLiteral("device 1 has")));
    const Equality equality = equality_at(fixture.recording(), fixture.window.player().position());
    CHECK(equality.executed_again);
    CHECK(equality.pair(0, 2).identical());
    CHECK(equality.pair(0, 1).max_abs > 0);
}
