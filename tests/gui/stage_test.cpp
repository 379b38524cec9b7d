#include <QApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QXmlStreamReader>
#include <bit>
#include <cmath>
#include <limits>

#include "core/collective/contribution_map.h"
#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/export/image_export.h"
#include "ui/stage/caption.h"
#include "ui/stage/scene_cells.h"
#include "ui/stage/stage_widget.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

QStringList texts_of(const QByteArray& svg) {
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    REQUIRE_FALSE(reader.hasError());
    return texts;
}

QImage picture(const Played& played, std::size_t frame, double progress,
               StageView view = StageView::ring, const Theme& theme = Theme::light()) {
    ExportOptions options;
    options.theme = theme;
    return render_image(*make_stage_figure(view, played.scene(frame, progress)), options);
}

}  // namespace

TEST_CASE("every value of the toy is on the ring and on the table, at every frame") {
    const Played played = toy();
    REQUIRE(played.frames.size() == 7);
    for (const StageView view : {StageView::ring, StageView::table})
        for (std::size_t f = 0; f < played.frames.size(); ++f) {
            const QStringList texts =
                texts_of(render_svg(*make_stage_figure(view, played.scene(f, 1)), {}));
            for (const RankRecord& rank : played.frames[f]->ranks)
                for (const float value : rank.gradient->whole) {
                    CAPTURE(f, value, texts.join('|').toStdString());
                    CHECK(texts.contains(QString::number(value)));
                }
            for (int r = 0; r < 4; ++r) CHECK(texts.contains(QStringLiteral("Device %1").arg(r)));
        }
}

TEST_CASE("a receiver shows what it held until the token has landed") {
    const Played played = toy();
    // Reduce-scatter, step 2: device 1 sends chunk 0 (11) to device 2, which holds 100.
    const SceneCells before = scene_cells(played.scene(2, 0.5)),
                     after = scene_cells(played.scene(2, 1));
    CHECK(before.at(2, 0).first == std::vector<float>{100});
    CHECK(before.at(2, 0).mark == CellMark::receives);
    CHECK(before.at(1, 0).mark == CellMark::sends);
    CHECK(after.at(2, 0).first == std::vector<float>{111});
    CHECK(after.at(2, 0).mark == CellMark::received);
}

TEST_CASE("the colours of the cells are the contribution map") {
    for (const int n : {2, 4, 7}) {
        const Played played = ramp(n, 17);
        for (std::size_t f = 0; f < played.frames.size(); ++f)
            for (const double progress : {0.0, 0.5, 1.0}) {
                const StageScene scene = played.scene(f, progress);
                const SceneCells cells = scene_cells(scene);
                const std::size_t steps = f == 0 ? 0 : f - (progress < 1 ? 1 : 0);
                const ContributionMap map =
                    ContributionMap::after(scene.info->buckets[0].schedule, steps);
                bool same = true;
                for (int r = 0; r < n; ++r)
                    for (int c = 0; c < n; ++c)
                        same = same && cells.at(r, c).ranks == map.ranks_in(r, c);
                CAPTURE(n, f, progress);
                CHECK(same);
            }
    }
}

TEST_CASE("the caption follows chunk 0 with the numbers that were read") {
    const Played played = toy();
    const Caption first = make_caption(played.scene(1, 1)),
                  second = make_caption(played.scene(2, 1));
    CHECK(first.title == "Reduce-scatter · step 1 of 3");
    CHECK(first.arithmetic == "10 + 1 = 11");
    CHECK(second.arithmetic == "100 + 11 = 111");
    CHECK(second.remark == "now holds devices 0, 1 and 2");
    CHECK(second.footnote.simplified() ==
          "this step: 4 B a device · so far 8 B · in all 2 (N − 1) / N × 16 B = 24 B");
    CHECK(make_caption(played.scene(4, 1)).title == "All-gather · step 1 of 3");
    StageScene chosen = played.scene(2, 1);
    chosen.selected = CellRef{1, 3};
    CHECK(make_caption(chosen).arithmetic == "40 + 4004 = 4044");
    // At progress 0 the arithmetic is the same: it tells what the step does.
    CHECK(make_caption(played.scene(2, 0)).arithmetic == second.arithmetic);
}

TEST_CASE("pixels change when a chunk moves, and come back with the frame") {
    const Played played = toy();
    for (const StageView view : {StageView::ring, StageView::table}) {
        const QImage start = picture(played, 2, 0, view);
        CHECK(start != picture(played, 2, 0.4, view));
        CHECK(picture(played, 2, 1, view) != picture(played, 3, 1, view));
        CHECK(start == picture(played, 2, 0, view));
    }
}

TEST_CASE("exports do not depend on when they are made, and follow the theme") {
    const Played played = toy();
    const auto figure = make_stage_figure(StageView::ring, played.scene(2, 0.5));
    CHECK(render_svg(*figure, {}) == render_svg(*figure, {}));
    ExportOptions dark;
    dark.theme = Theme::dark_theme();
    CHECK(render_image(*figure, dark).pixelColor(2, 2) == dark.theme.surface);
    ExportOptions clear;
    clear.transparent = true;
    clear.size = {640, 500};
    clear.scale = 2;
    const QImage image = render_image(*figure, clear);
    CHECK(image.size() == QSize(1280, 1000));
    CHECK(image.pixelColor(2, 2).alpha() == 0);
    CHECK(figure->csv().contains("\n0,0,0,1,0,0,,0,1,1,1\n"));
}

TEST_CASE("NaN, infinities, empty chunks and one device are drawn") {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const auto texts = [](const Played& played, std::size_t frame) {
        return texts_of(
            render_svg(*make_stage_figure(StageView::ring, played.scene(frame, 1)), {}));
    };
    const Played bad = play({{nan, 2}, {1, -infinity}});
    CHECK(texts(bad, 0).contains("NaN"));
    CHECK(texts(bad, 0).contains(QStringLiteral("−∞")));
    CHECK(scene_cells(bad.scene(1, 1)).at(1, 0).bad_count == 1);
    CHECK(texts(play({{7}, {8}, {9}}), 1).contains(QStringLiteral("–")));
    CHECK(texts(play({{5}}), 0).contains("5"));
    CHECK_FALSE(picture(play({{}, {}}), 0, 1).isNull());
    CHECK_FALSE(picture(ramp(64, 64), 70, 0.5).isNull());
}

TEST_CASE("training frames tell what happened and never show stale numbers") {
    const Played played = train(4, 1);
    const auto texts = [&](std::size_t f) {
        return texts_of(render_svg(*make_stage_figure(StageView::ring, played.scene(f, 1)), {}));
    };
    for (std::size_t f = 0; f < played.frames.size(); ++f) {
        const Frame& frame = *played.frames[f];
        const SceneCells cells = scene_cells(played.scene(f, 1));
        CAPTURE(name(frame.phase), texts(f).join('|').toStdString());
        switch (frame.phase) {
            case FramePhase::shard:
                CHECK_FALSE(cells.has_values);
                CHECK(texts(f).contains("8 samples"));
                CHECK(make_caption(played.scene(f, 1)).arithmetic == "8 + 8 + 7 + 7 = 30");
                break;
            case FramePhase::forward: CHECK_FALSE(cells.has_values); break;
            case FramePhase::backward:
            case FramePhase::weight: CHECK(cells.at(2, 1).ranks == 4); break;
            case FramePhase::update: CHECK(cells.at(2, 1).complete); break;
            case FramePhase::equality:
                CHECK(make_caption(played.scene(f, 1)).arithmetic == "identical, 4 of 4");
                break;
            default: break;
        }
    }
}

TEST_CASE("a rank that skipped the all-reduce is shown with its own gradient and as different") {
    Fault skip;
    skip.kind = FaultKind::skip_all_reduce;
    skip.rank = 3;
    const Played played = train(4, 1, {skip});
    const StageScene last = played.scene(played.frames.size() - 1, 1);
    REQUIRE(last.frame->phase == FramePhase::equality);
    CHECK(last.frame->identical == false);
    CHECK(scene_cells(last).at(3, 0).ranks == 8);
    CHECK(scene_cells(last).at(0, 0).complete);
    CHECK(make_caption(last).arithmetic == "2 different copies of 4");
}

TEST_CASE("texts read on their grounds in every theme") {
    const auto channel = [](double v) {
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const auto light = [&](const QColor& c) {
        return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) +
               0.0722 * channel(c.blueF());
    };
    const auto contrast = [&](const QColor& a, const QColor& b) {
        const double x = light(a) + 0.05, y = light(b) + 0.05;
        return std::max(x, y) / std::min(x, y);
    };
    for (const Theme& t : {Theme::light(), Theme::dark_theme(), Theme::print()}) {
        CAPTURE(t.dark);
        for (const QColor& ground :
             {t.window, t.surface, t.sunken, t.accent_soft, t.good_soft, t.bad_soft})
            CHECK(contrast(t.text, ground) >= 7);
        for (const QColor& ground : {t.window, t.surface, t.sunken})
            CHECK(contrast(t.muted, ground) >= 4.5);
        CHECK(contrast(t.good, t.good_soft) >= 4.5);
        CHECK(contrast(t.bad, t.bad_soft) >= 4.5);
        CHECK(contrast(t.warning, t.warning_soft) >= 4.5);
        CHECK(contrast(t.on_accent, t.accent) >= 4.5);
        for (int p = 0; p <= static_cast<int>(FramePhase::iteration); ++p) {
            const QColor fill = t.phase_color(static_cast<FramePhase>(p));
            CHECK(contrast(t.on_color(fill), fill) >= 4.5);
        }
        for (int a = 0; a < 16; ++a)
            for (int b = a + 1; b < 16; ++b) CHECK(t.rank_color(a) != t.rank_color(b));
    }
}

TEST_CASE("the stage widget: clicks, keys, animation and its message") {
    const Played played = toy();
    StageWidget stage;
    stage.resize(760, 620);
    stage.set_message("No device", "Install a driver");
    CHECK(stage.figure() == nullptr);
    const QImage message = stage.grab().toImage();
    stage.set_scene(played.scene(2, 0));
    CHECK(stage.grab().toImage() != message);
    CHECK(stage.accessibleDescription().contains("100 + 11 = 111"));

    QSignalSpy clicked(&stage, &StageWidget::cell_clicked),
        finished(&stage, &StageWidget::animation_finished);
    const auto figure = make_stage_figure(StageView::ring, played.scene(2, 0));
    const QRectF cell = figure->cell_rect({3, 1}, QRectF(stage.rect()), Theme::light());
    QTest::mouseClick(&stage, Qt::LeftButton, {}, cell.center().toPoint());
    REQUIRE(clicked.count() == 1);
    CHECK(clicked[0] == QList<QVariant>{3, 1});
    QTest::keyClick(&stage, Qt::Key_Right, Qt::AltModifier);
    REQUIRE(clicked.count() == 2);
    CHECK(clicked[1] == QList<QVariant>{3, 2});
    QTest::keyClick(&stage, Qt::Key_Right);  // belongs to the player
    CHECK(clicked.count() == 2);
    QTest::mouseClick(&stage, Qt::LeftButton, {}, QPoint(4, 4));
    CHECK(clicked.count() == 2);

    stage.animate(40);
    CHECK(stage.animating());
    REQUIRE(finished.wait(3000));
    CHECK(stage.scene().progress == 1);
    stage.set_scene(played.scene(0, 1));
    stage.animate(1000);  // nothing moves in the start frame
    CHECK(finished.count() == 2);
    CHECK_FALSE(stage.animating());
}

TEST_CASE("a cell of several numbers shows their shape: of each run the one farthest from zero") {
    CollectiveSession session;
    session.values = {std::vector<float>(60, 0.0F), std::vector<float>(60, 0.0F)};
    session.values[0][7] = -5;
    session.values[0][8] = 3;  // beside -5 in run 3: [7, 10)
    session.values[0][10] = 4;
    session.values[1][59] = 2;
    CollectiveRun run(session, [](int n, std::int64_t length, const std::vector<std::int64_t>&) {
        return PlacedExecutor{std::make_unique<HostExecutor>(n, length), {}};
    });
    StageScene scene;
    scene.info = std::make_shared<RunInfo>(run.info());
    scene.frame = run.advance(Pace::watched);
    const SceneCells cells = scene_cells(scene);
    CHECK(cells.largest == 5);
    const std::vector<float> first = cells.at(0, 0).bars;  // 30 numbers in 12 runs
    REQUIRE(first.size() == 12);
    CHECK(std::count(first.begin(), first.end(), 0.0F) == 10);
    CHECK(first[3] == -5);
    CHECK(first[4] == 4);
    CHECK(cells.at(1, 1).bars.back() == 2);
}

// What stays is painted once a scene: the widget must look as one that paints all anew.
TEST_CASE("a stage that keeps what stays never shows what is past") {
    const Played played = toy();
    for (const StageView view : {StageView::ring, StageView::table, StageView::space_time}) {
        StageWidget kept;
        kept.resize(760, 620);
        kept.set_view(view);
        const auto looks_new = [&](const StageScene& scene) {
            StageWidget fresh;
            fresh.resize(kept.size());
            fresh.set_view(view);
            fresh.set_lens(kept.lens());
            fresh.set_scene(scene);
            return kept.grab().toImage() == fresh.grab().toImage();
        };
        kept.set_scene(played.scene(2, 0));
        for (const double progress : {0.0, 0.3, 0.7, 1.0, 0.5}) {
            kept.set_progress(progress);
            CAPTURE(static_cast<int>(view), progress);
            CHECK(looks_new(played.scene(2, progress)));
        }
        CHECK_FALSE(looks_new(played.scene(2, 1)));
        kept.set_lens(Lens().zoomed(2, QPointF(300, 300), QRectF(0, 0, 760, 620)));
        CHECK(looks_new(played.scene(2, 0.5)));
        kept.resize(700, 560);
        CHECK(looks_new(played.scene(2, 0.5)));
        const QImage light = kept.grab().toImage();
        kept.set_theme(Theme::dark_theme());
        CHECK(kept.grab().toImage() != light);
        kept.set_theme(Theme::light());
        kept.set_scene(played.scene(3, 0.5));
        CHECK(looks_new(played.scene(3, 0.5)));
    }
}
