#include <QFile>
#include <QPainter>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>

#include "core/support/error.h"
#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/export/image_export.h"
#include "ui/export/lesson_page.h"
#include "ui/export/pdf_export.h"
#include "ui/figures/loss_chart.h"
#include "ui/stage/stage_csv.h"
#include "ui/stage/stage_figure.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

int qt_complaints = 0;
void count_complaint(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type != QtDebugMsg && type != QtInfoMsg) ++qt_complaints;
}

// A wide picture of words: what parts an export keeps.
QStringList svg_words(const Figure& figure, const ExportOptions& options) {
    QStringList words;
    QXmlStreamReader reader(render_svg(figure, options));
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            words << reader.readElementText().trimmed();
    return words;
}

}  // namespace

TEST_CASE("title, caption, legend and source line can each be left out") {
    const auto figure = make_stage_figure(StageView::ring, toy().scene(2, 0.5));
    ExportOptions options;
    options.source = "Ringscope, here";
    const QString title = "Reduce-scatter · step 2 of 3", sum = "100 + 11 = 111",
                  legend = "complete: all 4 devices";
    const QStringList all = svg_words(*figure, options);
    for (const QString& text : {title, sum, legend, options.source}) {
        CAPTURE(text.toStdString());
        CHECK(all.contains(text));
    }
    options.parts = {false, false, false};
    options.source.clear();
    const QStringList none = svg_words(*figure, options);
    for (const QString& text : {title, sum, legend}) CHECK_FALSE(none.contains(text));
    CHECK(none.contains("c3 += 4004"));
}

TEST_CASE("a size on paper becomes that many dots, and larger text the same page") {
    const auto figure = make_stage_figure(StageView::table, toy().scene(2, 0.5));
    ExportOptions options;
    set_millimetres(options, {120, 90}, 300);
    const QImage image = render_image(*figure, options);
    CHECK(image.size() == QSize(1417, 1063));
    CHECK(std::abs(image.dotsPerMeterX() * 0.0254 - 300) < 0.1);
    const QByteArray small = render_svg(*figure, options);
    options.text_scale = 1.4;
    const QByteArray large = render_svg(*figure, options);
    CHECK(small != large);
    CHECK(large.contains("width=\"120"));
}

TEST_CASE("a pdf has the same bytes twice and neither date nor chance in it") {
    const auto figure = make_stage_figure(StageView::ring, toy().scene(2, 0.5));
    const QByteArray pdf = render_pdf(*figure, {});
    CHECK(pdf == render_pdf(*figure, {}));
    CHECK(pdf.contains("/CreationDate (D:20000101000000"));
    CHECK(pdf.startsWith("%PDF-1.4"));
}

TEST_CASE("the csv of the stage holds the bars that its cells draw") {
    const QString cells = stage_csv(ramp(2, 6).scene(0, 1));
    CHECK(
        cells.startsWith("rank,chunk,offset,count,ranks_summed,complete,mark,not_finite,norm,"
                         "first_values,bars\n"));
    CHECK(cells.contains(",0.31 0.327 0.344,0.31 0.327 0.344\n"));
    const Played training = train(2, 1);
    CHECK(stage_csv(training.scene(1, 1)).startsWith("rank,samples,loss,digest,"));
}

TEST_CASE("charts export whatever the numbers are, without a complaint") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    std::vector<double> many(100000);
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = std::exp(-static_cast<double>(i) / 2e4) + 0.01 * static_cast<double>(i % 7);
    std::vector<double> wide;
    for (int e = -30; e <= 30; e += 3) wide.push_back(std::pow(10.0, e));
    qt_complaints = 0;
    const QtMessageHandler old = qInstallMessageHandler(count_complaint);
    for (const bool log : {false, true})
        for (const std::vector<double>& loss : {std::vector<double>{},
                                                {1},
                                                {nan},
                                                {nan, infinity, -infinity},
                                                {1, nan, 0.5},
                                                many,
                                                wide,
                                                {1e-30, 2e-30},
                                                {1e30, 2e30},
                                                {-1, 0, 1}}) {
            const LossFigure figure({loss, std::nullopt, log});
            for (const ExportFormat format :
                 {ExportFormat::svg, ExportFormat::pdf, ExportFormat::png, ExportFormat::csv}) {
                const QByteArray bytes = render(figure, format, {});
                CAPTURE(loss.size(), log, extension(format));
                CHECK_FALSE(bytes.isEmpty());
                CHECK(bytes.size() < 3000000);
            }
            const QByteArray svg = render_svg(figure, {});
            CHECK_FALSE(svg.contains("nan,"));
            CHECK_FALSE(svg.contains("inf,"));
        }
    qInstallMessageHandler(old);
    CHECK(qt_complaints == 0);
}

TEST_CASE("an earlier file stays when a picture cannot be written") {
    const QTemporaryDir folder;
    const LossFigure figure({{1, 2, 3}, std::nullopt, false});
    CHECK_THROWS_AS(export_figure(figure, "/dev/full", ExportFormat::svg, {}), Error);
    const std::filesystem::path file = folder.filePath("ein Bild für später.png").toStdString();
    export_figure(figure, file, ExportFormat::png, {});
    const auto size = std::filesystem::file_size(file);
    CHECK_THROWS_AS(export_figure(figure, file / "below.png", ExportFormat::png, {}), Error);
    CHECK(std::filesystem::file_size(file) == size);
}

TEST_CASE("captions keep their meaning in LaTeX") {
    CHECK(latex_text(QStringLiteral("2 (N − 1) / N × 16 B → 50% of a_b & #3 {x}")) ==
          QStringLiteral("2 (N $-$ 1) / N $\\times$ 16 B $\\to$ 50\\% of a\\_b \\& \\#3 \\{x\\}"));
}
