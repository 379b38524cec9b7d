#include <QTableView>
#include <QToolButton>

#include "tests/gui/window_fixture.h"
#include "ui/panels/inspector.h"

using namespace ringscope;
using namespace ringscope::test;

TEST_CASE("The inspector adds a chunk up in other orders", "[window][summation]") {
    WindowFixture fixture(QStringLiteral("split-the-batch"));
    Player& player = fixture.window.player();
    while (player.scene().frame->phase != FramePhase::all_gather)
        fixture.press_and_wait(Qt::Key_Right, Qt::ShiftModifier);
    auto* order = fixture.find<QToolButton>("summation");
    CHECK_FALSE(order->isVisible());
    fixture.window.stage_card().point_at({0, 0});
    REQUIRE(order->isVisible());
    auto* table = fixture.window.stage_card().inspector().findChild<QTableView*>();
    CHECK(table->model()->columnCount() != 3);
    order->setFocus();
    QTest::keyClick(order, Qt::Key_Space);
    CHECK(table->model()->columnCount() == 3);
    CHECK(table->model()->rowCount() == 5);
    CHECK(table->model()->index(0, 2).data().toString() == QStringLiteral("0"));
    // Before the all-reduce there is nothing to add up.
    fixture.window.setFocus();
    while (player.scene().frame->phase != FramePhase::backward)
        fixture.press_and_wait(Qt::Key_Left, Qt::ShiftModifier);
    CHECK_FALSE(order->isVisible());
    CHECK(table->model()->columnCount() != 3);
}
