#include <QImage>
#include <cmath>
#include <limits>

#include "tests/support/catch.h"
#include "ui/export/image_export.h"
#include "ui/figures/chart_widget.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/number_text.h"

using namespace ringscope;

namespace {

// Counts what Qt complains of: it drops points with a warning.
int warnings = 0;
void count_warning(QtMsgType type, const QMessageLogContext&, const QString&) {
    if (type == QtWarningMsg) ++warnings;
}

int pixels_of(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == color;
    return count;
}

MemoryData four_ranks() { return {{4, MemoryUse{400, 400, 800, 200, 50, 100}}, 4000}; }

}  // namespace

TEST_CASE("numbers are short and honest") {
    CHECK(number_text(4004) == "4004");
    CHECK(number_text(0.1F) == "0.1");
    CHECK(number_text(-3) == QStringLiteral("−3"));
    CHECK(number_text(123456789.0, 5).size() <= 5);
    CHECK(number_text(1e-12, 6) == QStringLiteral("1e−12"));
    CHECK(number_text(-0.000173, 5) == QStringLiteral("−2e−4"));
    CHECK(number_text(std::nan("")) == "NaN");
    CHECK(bytes_text(24) == QStringLiteral("24\u00a0B"));
    CHECK(bytes_text(1536) == QStringLiteral("1.5\u00a0KiB"));
    CHECK(csv_number(0.1F) == "0.1");
    CHECK(csv_number(0.1) == "0.1");
    CHECK(csv_number(16777217.0) == "16777217");
    CHECK(digest_text(0x9f3c71aa04be52d7) == "9f3c 71aa 04be 52d7");
}

TEST_CASE("memory bars have the colours and sizes of the data") {
    const Theme theme = Theme::light();
    ExportOptions options;
    options.size = {460, 280};
    options.parts.caption = false;  // a larger chart
    const QImage image = render_image(MemoryFigure(four_ranks()), options);
    const double parameters = pixels_of(image, theme.memory_color(MemoryCategory::parameters));
    const double state = pixels_of(image, theme.memory_color(MemoryCategory::optimizer_state));
    CHECK(parameters > 500);
    CHECK(state / parameters == Approx(2).epsilon(0.15));
    MemoryData unlimited = four_ranks();
    unlimited.budget_bytes.reset();
    CHECK(render_image(MemoryFigure(unlimited), options) != image);
    CHECK(MemoryFigure(four_ranks()).csv().contains("\n3,400,400,800,200,50,100,1950,4000\n"));
    CHECK_FALSE(MemoryFigure().empty_text().isEmpty());
    CHECK_FALSE(render_image(MemoryFigure(), options).isNull());
}

TEST_CASE("a loss that is NaN, infinite, constant or zero is drawn without a complaint") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    ExportOptions options;
    options.size = {460, 280};
    warnings = 0;
    const QtMessageHandler old = qInstallMessageHandler(count_warning);
    for (const bool log : {false, true})
        for (const std::vector<double>& loss : {std::vector<double>{2, 1, nan, 1, 0.5, infinity},
                                                {1, 1, 1},
                                                {0, 0},
                                                {nan},
                                                {3},
                                                {1e300, 1},
                                                {1e-300, 1e-290}}) {
            const LossFigure figure({loss, 1, log});
            const QImage image = render_image(figure, options);
            const bool finite =
                std::any_of(loss.begin(), loss.end(), [](double l) { return std::isfinite(l); });
            const bool bad =
                std::any_of(loss.begin(), loss.end(), [](double l) { return !std::isfinite(l); });
            CAPTURE(loss, log);
            if (finite) CHECK(pixels_of(image, Theme::light().accent) > 10);
            if (bad) CHECK(pixels_of(image, Theme::light().bad) > 10);
        }
    qInstallMessageHandler(old);
    CHECK(warnings == 0);
    CHECK(LossFigure({{2, nan}, {}, false}).csv() == "iteration,loss\n0,2\n1,nan\n");
}

TEST_CASE("a chart on screen takes new data") {
    ChartWidget widget;
    widget.resize(344, 240);
    CHECK(widget.figure() == nullptr);
    widget.set_figure(std::make_shared<MemoryFigure>(four_ranks()));
    widget.grab();  // lays the chart out
    const QImage first = widget.grab().toImage();
    MemoryData more = four_ranks();
    more.ranks.resize(2);
    more.ranks[1][0] = 2000;
    widget.set_figure(std::make_shared<MemoryFigure>(more));
    CHECK(widget.grab().toImage() != first);
    widget.set_figure(std::make_shared<MemoryFigure>(four_ranks()));
    const QColor parameters = Theme::light().memory_color(MemoryCategory::parameters);
    CHECK(pixels_of(widget.grab().toImage(), parameters) ==
          Approx(pixels_of(first, parameters)).epsilon(0.05));
    widget.set_theme(Theme::dark_theme());
    CHECK(widget.grab().toImage().pixelColor(1, 1) == Theme::dark_theme().surface);
}
