#include "ui/panels/sweep_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/train/spec_json.h"
#include "ui/figures/figure_widget.h"
#include "ui/figures/number_text.h"
#include "ui/panels/choice_list.h"

namespace ringscope {

namespace {

const std::vector<int> usual_world_sizes = {1, 2, 4, 8};

}  // namespace

SweepPanel::SweepPanel(std::function<ReplicaSetFactory()> replicas, QWidget* parent)
    : Panel(parent),
      replicas_(std::move(replicas)),
      batch_(new ChoiceList),
      chart_(new ChoiceList),
      start_(new QPushButton(tr("Start sweep"))),
      note_(new QLabel),
      plot_(new FigureWidget) {
    setAccessibleName(tr("Sweep over the number of devices"));
    build();
    connect(start_, &QPushButton::clicked, this, [this] { running_ ? stop() : start(); });
    connect(chart_, &QComboBox::currentIndexChanged, this, &SweepPanel::refresh);
    connect(&work_, &Background::failed, this, [this](const Problem& problem) {
        running_ = false;
        refresh();
        emit measured();
        if (problem.kind != Problem::Kind::cancelled) emit failed(problem);
    });
    refresh();
}

void SweepPanel::build() {
    batch_->addItem(tr("B each"));
    batch_->addItem(tr("B in all"));
    batch_->setAccessibleName(tr("What stays the same"));
    batch_->setToolTip(
        tr("B each: every device takes the same batch, N devices N times as many samples in an "
           "iteration. B in all: they share one batch."));
    chart_->addItem(tr("samples per second"), QStringLiteral("throughput"));
    chart_->addItem(tr("time of a watched iteration"), QStringLiteral("time"));
    chart_->addItem(tr("memory of a device"), QStringLiteral("memory"));
    chart_->setAccessibleName(tr("Chart"));
    start_->setObjectName(QStringLiteral("start_sweep"));
    note_->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(chart_, 3);
    row->addWidget(batch_, 2);
    row->addWidget(start_);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(plot_, 1);
    layout->addWidget(note_);
}

void SweepPanel::set_theme(const Theme& theme) {
    const int u = qRound(0.7 * theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    plot_->set_theme(theme);
}

void SweepPanel::show_session(const Session& session) {
    const bool training = session.kind() == RunKind::train;
    const std::string before = spec_ ? to_json(*spec_).dump() : std::string();
    if (training)
        spec_ = session.training();
    else
        spec_.reset();
    if ((spec_ ? to_json(*spec_).dump() : std::string()) == before) return;
    stop();
    points_ = session.measured;
    world_sizes_ = session.is_sweep() ? session.world_sizes : usual_world_sizes;
    batch_->setCurrentIndex(spec_ && spec_->global_batch ? 1 : 0);
    refresh();
}

std::shared_ptr<const Figure> SweepPanel::figure() const { return plot_->figure(); }

// The session's own size stays what it is for its own world size.
TrainingSpec SweepPanel::wanted() const {
    TrainingSpec spec = *spec_;
    const std::int64_t all = spec.batch();
    const bool per_rank = batch_->currentIndex() == 0;
    spec.global_batch.reset();
    spec.batch_per_rank.reset();
    if (per_rank)
        spec.batch_per_rank = std::max<std::int64_t>(1, all / spec.world_size);
    else
        spec.global_batch = all;
    return spec;
}

void SweepPanel::measure(const QString& chart) {
    chart_->setCurrentIndex(std::max(0, chart_->findData(chart)));
    if (points_.size() != world_sizes_.size()) start();
}

void SweepPanel::start() {
    if (!spec_ || work_.busy()) return;
    emit measuring();
    points_.clear();
    running_ = true;
    next();
}

void SweepPanel::next() {
    refresh();
    if (points_.size() == world_sizes_.size()) running_ = false;
    if (!running_) {
        refresh();
        return emit measured();
    }
    auto point = std::make_shared<SweepPoint>();
    work_.start(
        [point, spec = wanted(), n = world_sizes_[points_.size()], make = replicas_()](
            const Progress& progress) { *point = measure_sweep_point(spec, n, make, progress); },
        [this, point] {
            if (running_) points_.push_back(std::move(*point));
            next();
        });
}

void SweepPanel::stop() {
    running_ = false;
    work_.cancel();
    refresh();
}

void SweepPanel::refresh() {
    start_->setEnabled(spec_.has_value());
    start_->setText(running_ ? tr("Stop") : points_.empty() ? tr("Start sweep") : tr("Again"));
    batch_->setEnabled(!running_);
    plot_->set_figure(sweep_figure(static_cast<SweepChart>(chart_->currentIndex()), points_));
    setAccessibleDescription(plot_->figure()->description());
    QString text = sweep_note(points_);
    if (!spec_) text = tr("A single all-reduce has nothing to train: open a training scenario.");
    if (running_)
        text = tr("Measuring N = %1 …")
                   .arg(world_sizes_[std::min(points_.size(), world_sizes_.size() - 1)]);
    note_->setText(text);
    note_->setToolTip(running_ ? QString() : sweep_explanation(points_));
    note_->setVisible(!text.isEmpty());
    emit note_changed(points_.empty() ? QString() : tr("measured"), Tone::plain);
}

}  // namespace ringscope
