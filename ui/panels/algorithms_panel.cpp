#include "ui/panels/algorithms_panel.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/figures/figure_widget.h"
#include "ui/panels/choice_list.h"

namespace ringscope {

namespace {

// Sliders step through powers of ten, ten steps each.
double tenth_power(int step) { return std::pow(10.0, step / 10.0); }

// Little enough to be measured at once.
constexpr std::int64_t least_elements = 1, most_elements = 65536;
constexpr int most_measured_ranks = 16;

}  // namespace

AlgorithmsPanel::AlgorithmsPanel(std::function<ExecutorFactory()> executors, QWidget* parent)
    : Panel(parent),
      executors_(std::move(executors)),
      quantity_(new ChoiceList),
      range_(new ChoiceList),
      model_(new QWidget),
      measure_(new QPushButton(tr("Measure"))),
      plot_(new FigureWidget) {
    setAccessibleName(tr("Algorithms compared"));
    build();
    connect(quantity_, &QComboBox::currentIndexChanged, this, &AlgorithmsPanel::refresh);
    connect(range_, &QComboBox::currentIndexChanged, this, &AlgorithmsPanel::refresh);
    connect(measure_, &QPushButton::clicked, this, &AlgorithmsPanel::start);
    connect(&work_, &Background::failed, this, [this](const Problem& problem) {
        emit measured();
        if (problem.kind != Problem::Kind::cancelled) emit failed(problem);
    });
    connect(&work_, &Background::finished, this, [this] {
        measure_->setEnabled(true);
        measure_->setText(tr("Measure"));
    });
    connect(&work_, &Background::progress, this,
            [this](double done) { measure_->setText(tr("%1 %").arg(qRound(100 * done))); });
    refresh();
}

void AlgorithmsPanel::build() {
    quantity_->addItem(tr("busiest device"), QStringLiteral("busiest"));
    quantity_->addItem(tr("all devices"), QStringLiteral("total"));
    quantity_->addItem(tr("steps"), QStringLiteral("steps"));
    quantity_->addItem(tr("time (model)"), QStringLiteral("time"));
    quantity_->setAccessibleName(tr("What is compared"));
    range_->addItem(tr("N to 16"), 16);
    range_->addItem(tr("N to 64"), 64);
    range_->addItem(tr("N to 1,024"), 1024);
    range_->setAccessibleName(tr("Number of devices"));
    measure_->setToolTip(
        tr("Runs every algorithm for N = 2 to %1 on the devices and draws what was "
           "counted as dots")
            .arg(most_measured_ranks));
    auto* row = new QHBoxLayout;
    row->addWidget(quantity_, 3);
    row->addWidget(range_, 2);
    row->addWidget(measure_);
    auto* form = new QFormLayout(model_);
    form->setContentsMargins(0, 0, 0, 0);
    latency_ = add_slider(tr("latency of a message"), -70, -20, -50);
    bandwidth_ = add_slider(tr("bandwidth of a link"), 70, 120, 100);
    form->addRow(tr("latency"), latency_);
    form->addRow(tr("bandwidth"), bandwidth_);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(model_);
    layout->addWidget(plot_, 1);
}

QSlider* AlgorithmsPanel::add_slider(const QString& name, int low, int high, int value) {
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setRange(low, high);
    slider->setValue(value);
    slider->setAccessibleName(name);
    connect(slider, &QSlider::valueChanged, this, &AlgorithmsPanel::refresh);
    return slider;
}

void AlgorithmsPanel::set_theme(const Theme& theme) {
    const int u = qRound(0.7 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    plot_->set_theme(theme);
}

void AlgorithmsPanel::show_run(const RunInfo& info) {
    const double bytes =
        4.0 * static_cast<double>(std::clamp(info.length, least_elements, most_elements));
    if (bytes == question_.bytes) return;
    question_.bytes = bytes;
    refresh();
}

std::shared_ptr<const Figure> AlgorithmsPanel::figure() const { return plot_->figure(); }

void AlgorithmsPanel::refresh() {
    question_.quantity = static_cast<TrafficQuantity>(quantity_->currentIndex());
    question_.most_ranks = range_->currentData().toInt();
    question_.latency = tenth_power(latency_->value());
    question_.bandwidth = tenth_power(bandwidth_->value());
    model_->setVisible(question_.quantity == TrafficQuantity::seconds);
    // Dots belong to the size for which they were measured.
    const bool same = measured_bytes_ == question_.bytes;
    plot_->set_figure(std::make_shared<LinePlot>(
        traffic_plot(question_, same ? measured_ : std::vector<MeasuredTraffic>{})));
    setAccessibleDescription(plot_->figure()->description());
    emit note_changed(same ? tr("dots: measured") : tr("formulas"), Tone::plain);
}

void AlgorithmsPanel::measure(const QString& quantity) {
    quantity_->setCurrentIndex(std::max(0, quantity_->findData(quantity)));
    if (measured_bytes_ != question_.bytes && !busy()) start();
}

void AlgorithmsPanel::start() {
    if (work_.busy()) return work_.cancel();
    emit measuring();
    std::vector<int> sizes;
    for (int n = 2; n <= most_measured_ranks; ++n) sizes.push_back(n);
    const double bytes = question_.bytes;
    auto result = std::make_shared<std::vector<MeasuredTraffic>>();
    work_.start(
        [result, sizes, bytes, make = executors_()](const Progress& progress) {
            *result = measure_traffic(static_cast<std::int64_t>(bytes / 4), sizes, make, progress);
        },
        [this, result, bytes] {
            measured_ = std::move(*result);
            measured_bytes_ = bytes;
            refresh();
            emit measured();
        });
}

}  // namespace ringscope
