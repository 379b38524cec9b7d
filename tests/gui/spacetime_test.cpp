#include <QImage>
#include <QXmlStreamReader>

#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/export/image_export.h"
#include "ui/stage/scene_at.h"
#include "ui/stage/spacetime_figure.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

std::shared_ptr<Recording> recording_of(const Played& played) {
    auto recording = std::make_shared<Recording>(*played.info);
    for (const FramePtr& frame : played.frames) recording->append(frame);
    return recording;
}

std::unique_ptr<StageFigure> space_time(const Played& played, std::int64_t frame, double progress) {
    return make_stage_figure(StageView::space_time,
                             scene_at(recording_of(played), {0, frame}, progress));
}

QStringList words_in(const QByteArray& svg) {
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    REQUIRE_FALSE(reader.hasError());
    return texts;
}

}  // namespace

TEST_CASE("one still picture shows every transfer of the all-reduce with what arrived") {
    const Played played = toy();
    const QStringList texts = words_in(render_svg(*space_time(played, 6, 1), {}));
    for (std::size_t f = 1; f < played.frames.size(); ++f)
        for (const TransferRecord& record : played.frames[f]->transfers) {
            const Transfer& t = record.report.transfer;
            const QString arrow = QStringLiteral("c%1 %2 %3")
                                      .arg(t.chunk)
                                      .arg(t.op == TransferOp::add ? "+=" : "=")
                                      .arg(record.sent->whole.front());
            CAPTURE(f, arrow.toStdString(), texts.join('|').toStdString());
            CHECK(texts.contains(arrow));
        }
    for (const char* end : {"1111", "2222", "3333", "4444", "4000", "start", "end", "step 6"})
        CHECK(texts.contains(QLatin1String(end)));
    CHECK(texts.contains("The whole all-reduce: 4 devices, 6 steps"));
}

TEST_CASE("steps to come are drawn without values, the current one as far as it has come") {
    const Played played = toy();
    const QStringList before = words_in(render_svg(*space_time(played, 2, 0.5), {}));
    CHECK(before.contains("c3 += 4004"));        // on its way
    CHECK_FALSE(before.contains("3303"));        // not there yet
    CHECK_FALSE(before.contains("c2 += 3303"));  // step 3
    CHECK(before.contains("now"));
    const QStringList after = words_in(render_svg(*space_time(played, 2, 1), {}));
    CHECK(after.contains("3303"));
    const QStringList none = words_in(render_svg(*space_time(played, 0, 1), {}));
    CHECK(none.filter("+=").isEmpty());
    CHECK(none.contains("1000"));
}

TEST_CASE("the csv of the space-time view holds every transfer and what is drawn at its ends") {
    const QString toy_csv = space_time(toy(), 6, 1)->csv();
    CHECK(toy_csv.count('\n') == 1 + 16 + 24 + 16);
    CHECK(toy_csv.contains("\ntransfer,2,reduce-scatter,3,0,2,2,1,add,4,3300,0 2 3,3303\n"));
    CHECK(toy_csv.contains("\nend,,,,3,0,0,1,,,,0 1 2 3,1111\n"));
    const QString many = space_time(ramp(3, 7), 4, 1)->csv();
    CHECK(many.count("\ntransfer,") == 12);
    CHECK(many.contains("\nstart,,,,0,0,0,3,,,,0,0.31 0.327 0.344\n"));
}

TEST_CASE("the lanes stay inside their area for any number of ranks, chunks and steps") {
    for (const int ranks : {1, 2, 3, 8, 16, 64})
        for (const int steps : {0, 1, 2 * (ranks - 1)})
            for (const QSizeF size : {QSizeF(1000, 700), QSizeF(300, 260), QSizeF(120, 60)}) {
                const QRectF body(QPointF(10, 20), size);
                const SpaceTimeLayout at = space_time_layout(ranks, ranks, steps, body, 13);
                CAPTURE(ranks, steps, size.width());
                CHECK(body.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at.head_of(ranks - 1)));
                CHECK(at.y(steps) <= body.bottom() + 0.5);
                if (at.strips)
                    CHECK(body.adjusted(-0.5, -0.5, 0.5, 0.5)
                              .contains(at.end_cell(ranks - 1, ranks - 1)));
                if (steps > 0 && at.words) CHECK(at.landing(0, 0).top() > at.y(0));
            }
}

TEST_CASE("the space-time view draws trainings, free runs and many devices") {
    const Played training = train(3, 2);
    for (std::size_t f = 0; f < training.frames.size(); ++f) {
        const std::int64_t iteration = training.frames[f]->iteration;
        const auto recording = recording_of(training);
        for (std::int64_t i = 0; i < recording->frames_in(iteration); ++i) {
            const auto figure =
                make_stage_figure(StageView::space_time, scene_at(recording, {iteration, i}));
            CHECK_FALSE(render_svg(*figure, {}).isEmpty());
        }
    }
    CHECK_FALSE(render_image(*space_time(ramp(64, 100), 126, 1), {}).isNull());
    CHECK_FALSE(render_image(*space_time(play({{1, 2}}), 0, 1), {}).isNull());
}

TEST_CASE("a cell at the end of a lane can be found by its place") {
    const auto figure = space_time(toy(), 3, 1);
    const QRectF area(0, 0, 900, 700);
    const Theme theme = Theme::light();
    const QRectF cell = figure->cell_rect({2, 1}, area, theme);
    REQUIRE_FALSE(cell.isEmpty());
    CHECK(figure->cell_at(cell.center(), area, theme) == CellRef{2, 1});
}
