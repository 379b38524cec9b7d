#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>

#include "tests/gui/scenes.h"
#include "tests/support/catch.h"
#include "ui/export/image_export.h"
#include "ui/export/pdf_export.h"
#include "ui/figures/bytes_sent_figure.h"
#include "ui/figures/chart_widget.h"
#include "ui/figures/divergence_chart.h"
#include "ui/figures/figure_widget.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/planner_plot.h"
#include "ui/figures/sweep_plots.h"
#include "ui/figures/traffic_plot.h"

using namespace ringscope;

namespace {

using FigurePtr = std::shared_ptr<const Figure>;

int figure_complaints = 0;
void count_figure_complaint(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtDebugMsg && type != QtInfoMsg && !text.contains(QLatin1String("plugin")))
        ++figure_complaints;
}

QStringList words_in(const QByteArray& svg) {
    QStringList words;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement &&
            reader.name() == QLatin1String("text"))
            words << reader.readElementText().trimmed();
    REQUIRE_FALSE(reader.hasError());
    words.removeAll(QString());
    words.sort();
    return words;
}

// What a widget paints, as SVG.
QStringList words_on(QWidget& widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(widget.size());
    QPainter painter(&generator);
    widget.render(&painter, {}, {}, QWidget::DrawChildren);
    painter.end();
    return words_in(bytes);
}

std::vector<SweepPoint> two_points(double scale) {
    std::vector<SweepPoint> points(2);
    for (std::size_t i = 0; i < 2; ++i) {
        points[i].world_size = static_cast<int>(i) + 1;
        points[i].samples_per_second = scale * (1000 + 371.0 * static_cast<double>(i));
        points[i].shares = {scale * 1e-3, scale * 2e-3 * static_cast<double>(i), scale * 3e-4, 0};
        points[i].memory.assign(i + 1, MemoryUse{4000, 4000, 8000, 700, 90, 1});
    }
    return points;
}

PlannedModel thousand() {
    return {1000, float32_bytes(OptimizerKind::adam), ModelStates{4000, 4000, 8000}, 4, 20000.0};
}

std::vector<std::shared_ptr<const ChartFigure>> charts() {
    return {std::make_shared<LossFigure>(LossData{{2.5, 1.25, 0.625}, {}, false}),
            std::make_shared<MemoryFigure>(
                MemoryData{{4, MemoryUse{400, 400, 800, 200, 50, 100}}, 4000}),
            std::make_shared<DivergenceFigure>(DivergenceData{{0.0, 1e-6, 3e-4}, {}})};
}

std::vector<FigurePtr> plots() {
    return {std::make_shared<LinePlot>(traffic_plot({}, {{"ring", 4, 96, 384, 1e-4}})),
            sweep_figure(SweepChart::throughput, two_points(1)),
            sweep_figure(SweepChart::time, two_points(1)),
            sweep_figure(SweepChart::memory, two_points(1)),
            std::make_shared<BarPlot>(planner_plot(thousand(), 4))};
}

// The room inside the margin that an export has.
QSize inner_size(const Figure& figure) {
    const double unit = Theme::light().unit;
    return (export_size(figure, {}) - QSizeF(2 * unit, 2 * unit)).toSize();
}

}  // namespace

TEST_CASE("a chart shows the same texts on screen and in SVG") {
    ExportOptions options;
    options.parts = {false, false, true};
    for (const auto& figure : charts()) {
        CAPTURE(figure->file_stem().toStdString());
        ChartWidget widget;
        widget.set_theme(Theme::light());
        widget.set_figure(figure);
        widget.resize(inner_size(*figure));
        widget.grab();  // lays it out
        const QStringList screen = words_on(widget);
        CHECK(screen.size() >= 4);
        CHECK(screen.join('|').toStdString() ==
              words_in(render_svg(*figure, options)).join('|').toStdString());
    }
    for (const FigurePtr& figure : plots()) {
        CAPTURE(figure->file_stem().toStdString());
        FigureWidget widget;
        widget.set_theme(Theme::light());
        widget.set_figure(figure);
        widget.resize(inner_size(*figure));
        const QStringList screen = words_on(widget);
        CHECK(screen.size() >= 8);
        CHECK(screen.join('|').toStdString() ==
              words_in(render_svg(*figure, options)).join('|').toStdString());
    }
}

TEST_CASE("charts of every kind take what is no number, one point, none, many, tiny and huge") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    std::vector<double> many(100000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = 1 + std::sin(static_cast<double>(i));
    const std::vector<std::vector<double>> series = {
        {},   {3},           {nan}, {infinity, -infinity}, {2, nan, 1, infinity, 0.5},
        many, {1e-30, 1e30}, {0, 0}};
    std::vector<FigurePtr> figures;
    for (const std::vector<double>& values : series) {
        for (const bool log : {false, true})
            figures.push_back(std::make_shared<LossFigure>(LossData{values, {}, log}));
        figures.push_back(
            std::make_shared<DivergenceFigure>(DivergenceData{{values.begin(), values.end()}, {}}));
        LinePlotData line;
        line.stem = QStringLiteral("line");
        line.title = QStringLiteral("Line");
        line.series = {{QStringLiteral("x"), 0, PlotKind::measured, {}},
                       {QStringLiteral("y"), 1, PlotKind::formula, {}}};
        BarPlotData bars;
        bars.stem = QStringLiteral("bars");
        bars.title = QStringLiteral("Bars");
        bars.parts = {{QStringLiteral("p"), [](const Theme& theme) { return theme.accent; }}};
        for (std::size_t i = 0; i < values.size(); ++i) {
            for (PlotSeries& one : line.series)
                one.points.emplace_back(static_cast<double>(i), values[i]);
            // A column a value: as many as a page has room for.
            if (i < 64) bars.columns.push_back({QString::number(i), {values[i]}, i % 2 == 1});
        }
        for (const bool log : {false, true}) {
            line.log_x = line.log_y = log;
            figures.push_back(std::make_shared<LinePlot>(line));
        }
        figures.push_back(std::make_shared<BarPlot>(bars));
    }
    for (const double scale : {0.0, 1e-30, 1e30, nan, infinity}) {
        for (const SweepChart chart :
             {SweepChart::throughput, SweepChart::time, SweepChart::memory})
            figures.push_back(sweep_figure(chart, two_points(scale)));
        PlannedModel model = thousand();
        model.parameters = scale;
        model.budget = scale;
        figures.push_back(std::make_shared<BarPlot>(planner_plot(model, 4)));
        TrafficQuestion question;
        for (const auto quantity : {TrafficQuantity::busiest_bytes, TrafficQuantity::seconds}) {
            question.quantity = quantity;
            question.bytes = scale;
            figures.push_back(std::make_shared<LinePlot>(traffic_plot(question, {})));
        }
    }
    for (const SweepChart chart : {SweepChart::throughput, SweepChart::time, SweepChart::memory}) {
        figures.push_back(sweep_figure(chart, {}));
        figures.push_back(sweep_figure(chart, {two_points(1).front()}));
    }
    figure_complaints = 0;
    const QtMessageHandler old = qInstallMessageHandler(count_figure_complaint);
    ExportOptions options;
    options.source = QStringLiteral("Ringscope");
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const Figure& figure = *figures[i];
        CAPTURE(i, figure.file_stem().toStdString());
        const int before = figure_complaints;
        const QByteArray svg = render_svg(figure, options);
        const QStringList words = words_in(svg);
        // Something is said, no number is written that is none, and nothing grows without bounds.
        CHECK(words.size() >= 2);
        CHECK_FALSE(svg.contains("\"nan"));
        CHECK_FALSE(svg.contains("\"inf"));
        CHECK(svg.size() < 8'000'000);
        if (svg.size() < 1'000'000) CHECK(render_pdf(figure, options).startsWith("%PDF"));
        CHECK_FALSE(render_image(figure, options).isNull());
        CHECK_FALSE(figure.csv().isEmpty());
        CHECK(figure_complaints == before);
    }
    qInstallMessageHandler(old);
}
