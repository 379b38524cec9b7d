#include <QCheckBox>
#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <map>

#include "tests/gui/window_fixture.h"
#include "tests/support/spans.h"
#include "ui/export/image_export.h"
#include "ui/figures/iteration_figure.h"
#include "ui/main_window/laboratory.h"
#include "ui/panels/figure_panel.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

const IterationFigure* figure_in(MainWindow& window) {
    return dynamic_cast<const IterationFigure*>(window.laboratory().timeline().figure().get());
}

// Runs free for a few iterations with the space key, and pauses at one of them.
void run_some(WindowFixture& fixture) {
    REQUIRE(fixture.window.player().runs_free());
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.recording().iterations() > 6; }));
    fixture.press(Qt::Key_Space);
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    REQUIRE(fixture.wait([&] {
        const IterationFigure* figure = figure_in(fixture.window);
        return figure &&
               figure->timeline().iteration == fixture.window.player().position().iteration;
    }));
}

// Of the free iterations: whether some all-reduce began before the backward pass had ended.
bool any_overlap(const Recording& recording) {
    for (std::int64_t i = 0; i < recording.iterations(); ++i)
        if (reduces_early(iteration_data(recording, i).timeline.spans)) return true;
    return false;
}

// Two ranks in ten milliseconds; bucket 0 is reduced beside the backward pass of layer 1.
IterationData made_up(int ranks = 2) {
    const std::uint64_t all = ranks == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << ranks) - 1;
    IterationData data;
    data.buckets = 2;
    data.timeline.iteration = 7;
    data.timeline.world_size = ranks;
    data.timeline.seconds = 0.010;
    data.timeline.spans = {{{WorkKind::forward}, all, 0, 0.002},
                           {{WorkKind::backward, 1, 2}, all, 0.002, 0.004},
                           {{WorkKind::backward, 0, 1}, all, 0.004, 0.008},
                           {{WorkKind::all_reduce, -1, -1, 0}, all, 0.005, 0.007},
                           {{WorkKind::all_reduce, -1, -1, 1}, all, 0.008, 0.009},
                           {{WorkKind::update}, all, 0.009, 0.010}};
    return data;
}

QStringList texts_in(const QByteArray& svg) {
    QStringList texts;
    QRegularExpression text(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    auto found = text.globalMatch(QString::fromUtf8(svg));
    while (found.hasNext()) texts << found.next().captured(1).trimmed();
    return texts;
}

std::map<QRgb, int> histogram(const QImage& image) {
    std::map<QRgb, int> pixels;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) ++pixels[image.pixel(x, y)];
    return pixels;
}

QImage drawn(const IterationFigure& figure, const Theme& theme, QSize size = {640, 400}) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(theme.surface);
    QPainter painter(&image);
    figure.paint(painter, QRectF(image.rect()), theme);
    return image;
}

}  // namespace

TEST_CASE("The iteration timeline names what is drawn, and says what was measured",
          "[figure][iteration]") {
    const IterationFigure figure(made_up());
    REQUIRE(figure.overlap());
    CHECK(*figure.overlap() == Approx(2.0 / 3));
    CHECK(figure.description().contains(QStringLiteral("3\u00a0ms a device, 67 % of it")));
    const QStringList texts = texts_in(render_svg(figure, {}));
    for (const char* text : {"Device 0", "Device 1", "layer 2", "layer 1", "bucket 0", "bucket 1",
                             "ms", "all-reduce while computing", "backward", "10"})
        CHECK(texts.contains(QString::fromLatin1(text)));
    CHECK(texts.filter(QStringLiteral("iteration 7")).size() == 1);
    const QStringList lines = figure.csv().split('\n', Qt::SkipEmptyParts);
    REQUIRE(lines.size() == 1 + 2 * 6);
    CHECK(lines[0] ==
          QStringLiteral("rank,kind,first_layer,last_layer,bucket,step,begin_ms,end_ms"));
    CHECK(lines[2] == QStringLiteral("0,backward,2,2,,,2,4"));
    CHECK(lines[10] == QStringLiteral("1,all-reduce,,,0,,5,7"));
}

TEST_CASE("The iteration timeline marks what overlaps, and nothing else", "[figure][iteration]") {
    IterationData apart = made_up();
    apart.timeline.spans[3].begin = 0.008;
    apart.timeline.spans[3].end = apart.timeline.spans[4].begin = 0.0085;
    for (const Theme& theme : {Theme::light(), Theme::dark_theme()}) {
        // A colour that is not there when nothing overlaps, as large as bucket 0 twice.
        const auto without = histogram(drawn(IterationFigure(apart), theme));
        int most = 0;
        for (const auto& [color, count] : histogram(drawn(IterationFigure(made_up()), theme)))
            if (!without.contains(color)) most = std::max(most, count);
        CHECK(most > 1000);
    }
    CHECK(texts_in(render_svg(IterationFigure(made_up()), {}))
              .contains(QStringLiteral("all-reduce while computing")));
    CHECK_FALSE(texts_in(render_svg(IterationFigure(apart), {}))
                    .contains(QStringLiteral("all-reduce while computing")));
}

TEST_CASE("The iteration timeline has a word for every case without overlap",
          "[figure][iteration]") {
    IterationData watched = made_up();
    watched.timeline.watched = true;
    CHECK_FALSE(IterationFigure(watched).overlap());
    CHECK(IterationFigure(watched).description().contains(QStringLiteral("step by step")));
    IterationData single = made_up();
    single.buckets = 1;
    CHECK(IterationFigure(single).description().contains(QStringLiteral("single bucket")));
    IterationData alone = made_up(1);
    std::erase_if(alone.timeline.spans,
                  [](const WorkSpan& span) { return span.work.kind == WorkKind::all_reduce; });
    CHECK(IterationFigure(alone).description().contains(QStringLiteral("No gradient")));
    const IterationFigure nothing{IterationData{}};
    CHECK(nothing.empty());
    CHECK(texts_in(render_svg(nothing, {})).join(' ').contains(QStringLiteral("No times")));
    // Sixty-four devices on a small card, and no room at all.
    drawn(IterationFigure(made_up(64)), Theme::light(), {300, 160});
    drawn(IterationFigure(made_up(8)), Theme::light(), {20, 12});
}

TEST_CASE(
    "The overlap scenario shows its point after one key press, and without overlap it is gone",
    "[window][iteration]") {
    WindowFixture fixture(QStringLiteral("overlap"));
    MainWindow& window = fixture.window;
    FigurePanel& card = window.laboratory().timeline();
    REQUIRE(fixture.wait([&] { return card.isVisible(); }));
    CHECK(figure_in(window) == nullptr);
    CHECK(card.accessibleDescription().contains(QStringLiteral("not yet")));

    run_some(fixture);
    CHECK(any_overlap(fixture.recording()));
    const QString csv = figure_in(window)->csv();
    for (int r = 0; r < 4; ++r)
        for (int bucket = 0; bucket < 4; ++bucket)
            CHECK(csv.contains(QStringLiteral("\n%1,all-reduce,,,%2,,").arg(r).arg(bucket)));
    CHECK(card.accessibleDescription().contains(QStringLiteral("while the device also computed")));

    // A watched iteration: its steps one behind the other.
    fixture.press_and_wait(Qt::Key_End);
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    REQUIRE(fixture.wait([&] { return figure_in(window)->timeline().watched; }));
    CHECK(card.accessibleDescription().contains(QStringLiteral("step by step")));
    CHECK_FALSE(card.accessibleDescription().contains(QStringLiteral("All-reduces")));
    fixture.press_and_wait(Qt::Key_Right, Qt::ControlModifier);
    fixture.press_and_wait(Qt::Key_Left);  // its last frame
    REQUIRE(fixture.wait([&] {
        return card.accessibleDescription().contains(QStringLiteral("overlap. All-reduces: "));
    }));

    // The box in Setup, and Apply.
    auto* box = fixture.find<QCheckBox>("/collective/overlap");
    CHECK(box->isChecked());
    CHECK(box->toolTip().contains(QStringLiteral("earlier layers")));
    window.workspace().show_setup(true);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
    CHECK_FALSE(box->isChecked());
    QTest::mouseClick(fixture.find<QPushButton>("primary"), Qt::LeftButton);
    REQUIRE(fixture.wait([&] {
        return fixture.ready() && !window.document().session().training().collective.overlap;
    }));
    REQUIRE(fixture.wait([&] { return fixture.at_rest(); }));
    window.setFocus();
    run_some(fixture);
    CHECK_FALSE(any_overlap(fixture.recording()));
    CHECK(figure_in(window)->description().contains(QStringLiteral(" 0 % of it")));

    // The next session is watched again.
    window.open(QStringLiteral("digits"));
    REQUIRE(fixture.wait([&] { return !window.player().runs_free(); }));
}
