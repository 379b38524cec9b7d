#include "ui/main_window/experiments.h"

#include "core/opencl/factory.h"
#include "ui/main_window/document.h"
#include "ui/main_window/export_menu.h"
#include "ui/main_window/workspace.h"
#include "ui/panels/algorithms_panel.h"
#include "ui/panels/planner_panel.h"
#include "ui/panels/sweep_panel.h"
#include "ui/playback/player.h"

namespace ringscope {

Experiments::Experiments(const Bench& bench, QObject* parent)
    : QObject(parent),
      bench_(bench),
      algorithms_(
          new AlgorithmsPanel([this] { return opencl::executors(bench_.document.placement()); })),
      sweep_(new SweepPanel([this] { return opencl::replica_sets(bench_.document.placement()); })),
      planner_(new PlannerPanel) {
    bench_.workspace.add_card(QStringLiteral("algorithms"), tr("Algorithms"), algorithms_,
                              QStringLiteral("traffic"), RunKind::collective);
    bench_.workspace.add_card(QStringLiteral("sweep"), tr("Sweep"), sweep_, QStringLiteral("loss"),
                              RunKind::train);
    bench_.workspace.add_card(QStringLiteral("planner"), tr("Planner"), planner_,
                              QStringLiteral("memory"), RunKind::train);
    connect(&bench_.document, &Document::session_changed, this, &Experiments::show_session);
    connect(&bench_.player, &Player::shown, this, &Experiments::show_position);
    // Two that use the devices at once would measure each other.
    connect(algorithms_, &AlgorithmsPanel::measuring, &bench_.player, &Player::pause);
    connect(sweep_, &SweepPanel::measuring, &bench_.player, &Player::pause);
    connect(algorithms_, &AlgorithmsPanel::failed, this, &Experiments::failed);
    connect(sweep_, &SweepPanel::failed, this, &Experiments::failed);
    connect(algorithms_, &AlgorithmsPanel::measured, this, &Experiments::measured);
    connect(sweep_, &SweepPanel::measured, this, &Experiments::measured);
}

void Experiments::measure(const QString& card, const QString& chart) {
    if (card == QLatin1String("sweep")) sweep_->measure(chart);
    if (card == QLatin1String("algorithms")) algorithms_->measure(chart);
}

bool Experiments::measuring() const { return sweep_->busy() || algorithms_->busy(); }

// A session says in its view which cards to bring to the front.
void Experiments::show_session() {
    const Session& session = bench_.document.session();
    sweep_->show_session(session);
    const auto panels = session.view.find("panels");
    if (panels == session.view.end() || !panels->is_array()) return;
    QStringList ids;
    for (const nlohmann::json& panel : *panels)
        if (panel.is_string()) ids << QString::fromStdString(panel.get<std::string>());
    // Once the workspace has the cards of this kind of session.
    QMetaObject::invokeMethod(
        this,
        [this, ids] {
            for (const QString& id : ids) bench_.workspace.show_card(id);
        },
        Qt::QueuedConnection);
}

void Experiments::show_position() {
    const auto& recording = bench_.player.recording();
    const FramePtr frame = bench_.player.scene().frame;
    if (!recording || !frame) return;
    algorithms_->show_run(recording->info());
    planner_->show_run(recording->info(), *frame);
}

void Experiments::add_exports(ExportMenu& menu) {
    menu.add(tr("Algorithms compared"), [this] { return algorithms_->figure(); });
    menu.add(tr("Sweep"), [this] {
        return sweep_->points().empty() ? std::shared_ptr<const Figure>() : sweep_->figure();
    });
    menu.add(tr("Planner"), [this] { return planner_->figure(); });
}

}  // namespace ringscope
