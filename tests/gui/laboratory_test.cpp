#include <QImage>
#include <QPainter>
#include <QSignalSpy>

#include "core/data/dataset.h"
#include "tests/gui/window_fixture.h"
#include "ui/figures/plane.h"
#include "ui/figures/portraits.h"
#include "ui/figures/shards_figure.h"
#include "ui/main_window/laboratory.h"
#include "ui/panels/figure_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

const PortraitsFigure* portraits_in(MainWindow& window) {
    return dynamic_cast<const PortraitsFigure*>(window.laboratory().portraits().figure().get());
}

// The title of the portraits tells how many updates they are of.
bool shows_updates(MainWindow& window, int updates) {
    const PortraitsFigure* figure = portraits_in(window);
    return figure && figure->title().contains(QStringLiteral("updates: %1").arg(updates));
}

}  // namespace

TEST_CASE("Portraits: the same while synchronised, parting when one device skips, and of any frame",
          "[window][portraits]") {
    WindowFixture fixture(QStringLiteral("split-the-batch"));
    MainWindow& window = fixture.window;
    window.workspace().show_card(QStringLiteral("portraits"));
    REQUIRE(fixture.wait([&] { return shows_updates(window, 0); }));
    CHECK(portraits_in(window)->same_count() == 4);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    REQUIRE(window.player().position() == Position{1, 0});
    REQUIRE(fixture.wait([&] { return shows_updates(window, 1); }));
    CHECK(portraits_in(window)->same_count() == 4);
    const QString synchronised = portraits_in(window)->csv();

    Fault skip;
    skip.rank = 2;
    skip.from = -1;
    window.engine().set_faults({skip});
    for (int i = 0; i < 3; ++i) fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    REQUIRE(fixture.wait([&] { return shows_updates(window, 4); }));
    CHECK(portraits_in(window)->same_count() == 3);

    // Back at an earlier frame the models of that time are asked again.
    window.player().seek({1, 0});
    REQUIRE(fixture.wait([&] { return shows_updates(window, 1); }));
    CHECK(portraits_in(window)->csv() == synchronised);
}

TEST_CASE("No portrait is taken in a free run, nor while the card is not looked at",
          "[window][portraits]") {
    WindowFixture fixture(QStringLiteral("split-the-batch"));
    MainWindow& window = fixture.window;
    QTest::qWait(100);  // a card may be seen for a moment while the layout is made
    QSignalSpy probes(&window.engine(), &Engine::probed);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    CHECK(probes.isEmpty());
    window.workspace().show_card(QStringLiteral("portraits"));
    REQUIRE(fixture.wait([&] { return portraits_in(window) != nullptr; }));
    const auto before = probes.size();
    window.player().set_runs_free(true);
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return window.player().state() == Player::State::paused; }));
    const std::int64_t iterations = fixture.recording().iterations();
    REQUIRE(fixture.wait([&] { return shows_updates(window, static_cast<int>(iterations)); }));
    CHECK(probes.size() <= before + 2);
}

TEST_CASE("Digits have confusion matrices", "[window][portraits]") {
    WindowFixture fixture(QStringLiteral("digits"));
    fixture.window.workspace().show_card(QStringLiteral("portraits"));
    REQUIRE(fixture.wait([&] { return shows_updates(fixture.window, 0); }));
    CHECK(portraits_in(fixture.window)->csv().count('\n') == 1 + 4 * 359 * 10);
    CHECK(portraits_in(fixture.window)->same_count() == 4);
}

TEST_CASE("Shards: every sample of the batch goes to one device, as its iteration has it",
          "[window][shards]") {
    WindowFixture fixture(QStringLiteral("split-the-batch"));
    fixture.window.workspace().show_card(QStringLiteral("shards"));
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    const FramePtr frame = fixture.window.player().scene().frame;
    REQUIRE(fixture.wait([&] { return fixture.window.laboratory().shards().figure() != nullptr; }));
    const QStringList lines =
        fixture.window.laboratory().shards().figure()->csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(lines.size() == 1 + 32);
    std::vector<std::int64_t> counts(4);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QStringList cells = lines[i].split(',');
        CHECK(cells[1].toLongLong() == (frame->first_sample + i - 1) % 128);
        ++counts[static_cast<std::size_t>(cells[2].toInt())];
    }
    for (std::size_t r = 0; r < 4; ++r) CHECK(counts[r] == frame->ranks[r].samples);
}

TEST_CASE("Shards may be uneven, empty, strided and shuffled, and are drawn all the same",
          "[figure][shards]") {
    TrainingSpec spec;
    spec.model.shape.sizes = {2, 4, 2};
    spec.data = GeneratedData{"moons", 40, 0.1, 1};
    spec.world_size = 6;
    const int batch = GENERATE(3, 14, 40);
    spec.global_batch = batch;
    spec.sharding = GENERATE(Sharding::contiguous, Sharding::strided);
    spec.shuffle = GENERATE(false, true);
    CAPTURE(batch, name(spec.sharding), spec.shuffle);
    const auto data = std::make_shared<Dataset>(load_dataset(spec.data, spec.model.shape));
    const ShardsData shards = shards_data(spec, data, 2);
    for (std::size_t r = 0; r < 6; ++r)
        CHECK(std::ssize(shards.ranks[r]) ==
              std::count(shards.owner.begin(), shards.owner.end(), static_cast<int>(r)));
    std::vector<std::int64_t> sorted = shards.batch;
    std::sort(sorted.begin(), sorted.end());
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    QImage image(400, 360, QImage::Format_RGB32);
    image.fill(Qt::white);
    const QImage blank = image;
    QPainter painter(&image);
    ShardsFigure(shards).paint(painter, QRectF(image.rect()), Theme::dark_theme());
    painter.end();
    CHECK(image != blank);
    if (batch == 3)
        CHECK(ShardsFigure(shards).description().contains(QStringLiteral("device 5: none")));
}
