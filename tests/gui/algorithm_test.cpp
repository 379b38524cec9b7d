#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include "core/collective/algorithms.h"
#include "tests/gui/scenes.h"
#include "tests/gui/window_fixture.h"
#include "ui/export/image_export.h"
#include "ui/playback/counterpart.h"
#include "ui/stage/caption.h"
#include "ui/stage/scene_cells.h"
#include "ui/stage/stage_geometry.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// Device r holds (c + 1) 2^r in element c: a sum tells who is in it.
Played powers(int world_size, std::int64_t length, const std::string& algorithm) {
    std::vector<std::vector<float>> values(static_cast<std::size_t>(world_size));
    for (int r = 0; r < world_size; ++r)
        for (std::int64_t c = 0; c < length; ++c)
            values[static_cast<std::size_t>(r)].push_back(static_cast<float>(c + 1) *
                                                          static_cast<float>(std::int64_t{1} << r));
    return play(std::move(values), Ownership::textbook, algorithm);
}

QStringList words_of(const Figure& figure) {
    QStringList texts;
    QXmlStreamReader reader(render_svg(figure, {}));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    return texts;
}

// "1 + 2 + … + 8 = 15": true where nothing is left out and both sides are equal.
bool adds_up(const QString& arithmetic) {
    const QStringList sides = arithmetic.split(QStringLiteral(" = "));
    if (sides.size() != 2) return false;
    double sum = 0;
    for (const QString& term : sides[0].split(QStringLiteral(" + "))) sum += term.toDouble();
    return sum == sides[1].toDouble();
}

}  // namespace

TEST_CASE("every algorithm is told step by step with sums that add up", "[algorithm]") {
    for (const std::string& algorithm : algorithm_names())
        for (const int n : {2, 3, 4, 5, 8}) {
            const Played played = powers(n, n, algorithm);
            for (std::size_t f = 1; f < played.frames.size(); ++f) {
                const StageScene scene = played.scene(f, 1);
                const Caption caption = make_caption(scene);
                CAPTURE(algorithm, n, f, caption.text().toStdString());
                CHECK(caption.title.startsWith(phase_title(played.frames[f]->phase)));
                const int told = told_transfer(scene);
                REQUIRE(told >= 0);
                const TransferRecord& record =
                    played.frames[f]->transfers[static_cast<std::size_t>(told)];
                if (record.report.transfer.op == TransferOp::add &&
                    !caption.arithmetic.contains(QChar(0x2026)))
                    CHECK(adds_up(caption.arithmetic));
                CHECK(caption.sentence.contains(QStringLiteral("evice")));
            }
            // Everyone ends with everything.
            const SceneCells cells = scene_cells(played.scene(played.frames.size() - 1, 1));
            for (int r = 0; r < n; ++r)
                for (int c = 0; c < cells.chunks; ++c) CHECK(cells.at(r, c).complete);
        }
}

TEST_CASE("every algorithm is drawn on the ring and in the table, on the way and landed",
          "[algorithm]") {
    for (const std::string& algorithm : algorithm_names())
        for (const int n : {3, 8, 17}) {
            const Played played = powers(n, 8, algorithm);
            for (std::size_t f = 0; f < played.frames.size(); f += n > 8 ? 5 : 1)
                for (const StageView view : {StageView::ring, StageView::table}) {
                    CAPTURE(algorithm, n, f);
                    const auto landed = make_stage_figure(view, played.scene(f, 1));
                    CHECK(words_of(*landed).contains(make_caption(played.scene(f, 1)).title));
                    if (f == 0) continue;
                    ExportOptions options;
                    const QImage moving =
                        render_image(*make_stage_figure(view, played.scene(f, 0.4)), options);
                    CHECK(moving != render_image(*landed, options));
                }
        }
}

TEST_CASE("many sums into one cell are told together, in the order in which they were added",
          "[algorithm]") {
    const std::vector<std::vector<float>> values{{1}, {10}, {100}, {1000}};
    const Caption central = make_caption(play(values, Ownership::textbook, "central").scene(1, 1));
    CHECK(central.title == "Reduce · step 1 of 1");
    CHECK(central.arithmetic == "1 + 10 + 100 + 1000 = 1111");
    StageScene chosen = play(values, Ownership::textbook, "direct").scene(1, 1);
    chosen.selected = CellRef{2, 0};
    const Caption direct = make_caption(chosen);
    CHECK(direct.title == "Exchange · step 1 of 1");
    CHECK(direct.sentence.contains("Device 2 adds"));
    CHECK(direct.arithmetic == "1 + 10 + 100 + 1000 = 1111");
    CHECK(direct.remark == "now holds the sum of all devices");
}

TEST_CASE("two devices that send to each other have two ways", "[algorithm]") {
    const RingLayout layout = ring_layout(8, 1, QRectF(0, 0, 760, 480), 13, false);
    for (const auto& [a, b] : {std::pair(0, 4), std::pair(1, 3), std::pair(2, 7)}) {
        const QPointF there = point_on(path_between(layout, a, b), 0.5);
        const QPointF back = point_on(path_between(layout, b, a), 0.5);
        CHECK(std::hypot(there.x() - back.x(), there.y() - back.y()) > 13);
    }
}

TEST_CASE("runs of different algorithms and sizes have counterparts", "[algorithm]") {
    const auto record = [](const Played& played) {
        auto recording = std::make_shared<Recording>(*played.info);
        for (const FramePtr& frame : played.frames) recording->append(frame);
        return recording;
    };
    const auto ring = record(powers(8, 8, "ring")), direct = record(powers(3, 8, "direct"));
    CHECK(*counterpart(*ring, {0, 0}, *direct) == Position{0, 0});
    CHECK(*counterpart(*ring, {0, 1}, *direct) == Position{0, 0});
    CHECK(*counterpart(*ring, {0, 14}, *direct) == Position{0, 1});
    CHECK(*counterpart(*direct, {0, 1}, *ring) == Position{0, 7});
    CHECK_FALSE(counterpart(*ring, {3, 0}, *direct));
}

TEST_CASE("Setup chooses the algorithm, and hides what it does not have", "[window][algorithm]") {
    WindowFixture fixture{QStringLiteral("toy")};
    fixture.window.workspace().show_setup(true);
    auto* algorithm = fixture.find<QComboBox>("algorithm");
    const auto shows_ownership = [&] {
        for (const QLabel* label : fixture.window.findChildren<QLabel*>())
            if (label->isVisible() && label->text() == "Ownership") return true;
        return false;
    };
    CHECK(shows_ownership());
    algorithm->setFocus();
    QTest::keyClick(algorithm, Qt::Key_Down);
    CHECK(algorithm->currentData().toString() == "central");
    CHECK_FALSE(shows_ownership());
    auto* apply = fixture.find<QPushButton>("primary");
    REQUIRE(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    REQUIRE(fixture.wait([&] { return fixture.ready(); }));
    const Schedule& schedule = fixture.recording().info().buckets[0].schedule;
    CHECK(schedule.algorithm == "central");
    CHECK(schedule.chunks.size() == 1);
    fixture.window.setFocus();
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.stage().accessibleDescription().startsWith(QStringLiteral("Reduce")));
    fixture.press_and_wait(Qt::Key_Right);
    CHECK(fixture.stage().accessibleDescription().startsWith(QStringLiteral("Broadcast")));
    CHECK_FALSE(fixture.window.player().can_go_forward());
    const auto frame = fixture.window.player().scene().frame;
    for (const RankRecord& rank : frame->ranks)
        CHECK(rank.gradient->whole == std::vector<float>{1111, 2222, 3333, 4444});
}
