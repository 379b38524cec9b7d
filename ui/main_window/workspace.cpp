#include "ui/main_window/workspace.h"

#include <QStackedWidget>
#include <QTabBar>

#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/figures/number_text.h"
#include "ui/main_window/dock_card.h"
#include "ui/main_window/stage_card.h"
#include "ui/panels/chart_panel.h"
#include "ui/panels/equality_panel.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/timeline_widget.h"
#include "ui/panels/traffic_panel.h"

namespace ringscope {

Workspace::Workspace(StageCard* stage, SetupPanel* setup, QWidget* parent)
    : QMainWindow(parent, Qt::Widget),
      stage_(stage),
      setup_(setup),
      lesson_(new LessonPanel),
      equality_(new EqualityPanel),
      traffic_(new TrafficPanel),
      memory_(new ChartPanel),
      loss_(new ChartPanel),
      timeline_(new TimelineWidget) {
    panels_ = {setup_, lesson_, equality_, traffic_, memory_, loss_};
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCentralWidget(stage_);
    // The timeline is as wide as the window, as a floor for the rest.
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    memory_->setAccessibleName(tr("Memory per device"));
    loss_->setAccessibleName(tr("Loss"));
    side_dock_ = add_dock(QStringLiteral("side"), tr("Lesson and setup"), build_side(),
                          Qt::LeftDockWidgetArea);
    side_dock_->head().set_leading(side_tabs_);
    equality_dock_ = add_dock(QStringLiteral("equality"), tr("Replica equality"), equality_,
                              Qt::RightDockWidgetArea);
    traffic_dock_ = add_dock(QStringLiteral("traffic"), tr("Bytes sent per device"), traffic_,
                             Qt::RightDockWidgetArea);
    memory_dock_ = add_dock(QStringLiteral("memory"), tr("Memory per device"), memory_,
                            Qt::RightDockWidgetArea);
    loss_dock_ = add_dock(QStringLiteral("loss"), tr("Loss"), loss_, Qt::RightDockWidgetArea);
    timeline_dock_ = add_dock(QStringLiteral("timeline_dock"), tr("Timeline"), timeline_,
                              Qt::BottomDockWidgetArea);
    timeline_dock_->hide_head();
}

DockCard* Workspace::add_dock(const QString& id, const QString& heading, QWidget* content,
                              Qt::DockWidgetArea area) {
    auto* dock = new DockCard(id, heading, content);
    addDockWidget(area, dock);
    docks_ << dock;
    return dock;
}

QWidget* Workspace::build_side() {
    side_tabs_ = new QTabBar;
    side_tabs_->setObjectName(QStringLiteral("views"));
    side_tabs_->addTab(tr("Lesson"));
    side_tabs_->addTab(tr("Setup"));
    side_tabs_->setExpanding(false);
    side_tabs_->setUsesScrollButtons(false);
    side_tabs_->setDrawBase(false);
    side_tabs_->setFocusPolicy(Qt::TabFocus);
    side_tabs_->setAccessibleName(tr("Lesson or setup"));
    side_pages_ = new QStackedWidget;
    side_pages_->addWidget(lesson_);
    side_pages_->addWidget(setup_);
    connect(side_tabs_, &QTabBar::currentChanged, side_pages_, &QStackedWidget::setCurrentIndex);
    return side_pages_;
}

void Workspace::show_setup(bool setup) { side_tabs_->setCurrentIndex(setup ? 1 : 0); }

void Workspace::add_page(const QString& title, Panel* page, RunKind kind) {
    page_kinds_[side_pages_->addWidget(page)] = kind;
    side_tabs_->addTab(title);
    panels_ << page;
    show_pages_of_kind();
}

void Workspace::show_page(const QWidget* page) {
    for (int i = 0; i < side_pages_->count(); ++i)
        if (side_pages_->widget(i) == page && side_tabs_->isTabVisible(i))
            side_tabs_->setCurrentIndex(i);
    side_dock_->show();
}

void Workspace::show_pages_of_kind() {
    for (auto it = page_kinds_.cbegin(); it != page_kinds_.cend(); ++it)
        side_tabs_->setTabVisible(it.key(), it.value() == kind_);
    if (!side_tabs_->isTabVisible(side_tabs_->currentIndex())) side_tabs_->setCurrentIndex(0);
}

DockCard* Workspace::card(const QString& id) const {
    for (DockCard* dock : docks_)
        if (dock->objectName() == id) return dock;
    return nullptr;
}

void Workspace::add_card(const QString& id, const QString& heading, Panel* panel,
                         const QString& beside, RunKind kind) {
    cards_.append({add_dock(id, heading, panel, Qt::RightDockWidgetArea), beside, kind});
    panels_ << panel;
    cards_.back().dock->setVisible(kind == kind_);
    tabifyDockWidget(card(beside), cards_.back().dock);
}

void Workspace::show_card(const QString& id) {
    if (DockCard* dock = card(id)) {
        dock->show();
        dock->raise();
        // Behind others it may have been given what is left.
        const int readable = qRound(19 * theme_.unit);
        if (dock->height() < readable && dockWidgetArea(dock) == Qt::RightDockWidgetArea)
            resizeDocks({dock}, {readable}, Qt::Vertical);
    }
}

void Workspace::set_theme(const Theme& theme) {
    theme_ = theme;
    for (DockCard* dock : docks_) dock->set_theme(theme);
    for (Panel* panel : panels_) panel->set_theme(theme);
    timeline_->set_theme(theme);
    stage_->set_theme(theme);
    side_dock_->setMinimumWidth(qRound(19 * theme.unit));
    // What a card would like must not make a small window higher: three of them are below each
    // other. Four replicas are always seen.
    for (DockCard* dock : docks_)
        if (dock != timeline_dock_)
            dock->widget()->setMinimumHeight(
                qRound((dock == equality_dock_ ? 7.8 : 5) * theme.unit));
}

void Workspace::show_position(const std::shared_ptr<const Recording>& recording, Position position,
                              bool measured) {
    timeline_->show_position(recording, position);
    recording_ = measured ? recording : nullptr;
    position_ = position;
    const FramePtr frame = recording_ ? recording_->frame(position) : nullptr;
    if (!frame) {
        equality_->show_equality({});
        traffic_->show_traffic({});
        memory_->show_figure(std::make_shared<MemoryFigure>(), {});
        loss_->show_figure(std::make_shared<LossFigure>(), {});
        return;
    }
    equality_->show_equality(equality_at(*recording, position));
    traffic_->show_traffic(traffic_of(recording->info(), *frame));
    memory_->show_figure(std::make_shared<MemoryFigure>(memory_data(recording->info(), *frame)),
                         tr("measured"));
    show_loss();
}

void Workspace::show_loss() {
    LossData losses;
    QString note;
    if (recording_ && recording_->info().kind == RunKind::train) {
        losses = loss_data(*recording_, position_.iteration);
        note = tr("of the global batch");
        const bool last = position_.frame + 1 == recording_->frames_in(position_.iteration);
        if (const auto known = accuracy_.constFind(position_.iteration);
            last && known != accuracy_.constEnd())
            note = tr("accuracy %1 %").arg(number_text(100 * *known, 4));
    }
    loss_->show_figure(std::make_shared<LossFigure>(std::move(losses)), note);
}

void Workspace::show_accuracy(std::int64_t iteration, double accuracy) {
    accuracy_.insert(iteration, accuracy);
    if (recording_) show_loss();
}

void Workspace::restore_layout() {
    // All of them side by side would need a taller window than there is: each is shown in its
    // place.
    for (DockCard* dock : docks_) {
        dock->setFloating(false);
        dock->hide();
    }
    addDockWidget(Qt::LeftDockWidgetArea, side_dock_);
    for (DockCard* dock : {equality_dock_, traffic_dock_, memory_dock_, loss_dock_})
        addDockWidget(Qt::RightDockWidgetArea, dock);
    addDockWidget(Qt::BottomDockWidgetArea, timeline_dock_);
    for (const Card& further : cards_) tabifyDockWidget(card(further.beside), further.dock);
    for (DockCard* dock : {side_dock_, equality_dock_, timeline_dock_}) dock->show();
    // A bare collective has neither loss nor training memory; a training run needs the room.
    const bool training = kind_ == RunKind::train;
    traffic_dock_->setVisible(!training);
    memory_dock_->setVisible(training);
    loss_dock_->setVisible(training);
    for (const Card& further : cards_) {
        further.dock->setVisible(further.kind == kind_);
        card(further.beside)->raise();
    }
    const int u = qRound(theme_.unit);
    resizeDocks({side_dock_, equality_dock_}, {21 * u, 24 * u}, Qt::Horizontal);
    if (training)
        resizeDocks({equality_dock_, memory_dock_, loss_dock_}, {15 * u, 12 * u, 11 * u},
                    Qt::Vertical);
    else
        resizeDocks({equality_dock_, traffic_dock_}, {20 * u, 20 * u}, Qt::Vertical);
    resizeDocks({timeline_dock_}, {8 * u}, Qt::Vertical);
}

void Workspace::set_kind(RunKind kind) {
    if (kind == kind_) return;
    layouts_[static_cast<int>(kind_)] = saveState();
    kind_ = kind;
    show_pages_of_kind();
    if (!restoreState(layouts_.take(static_cast<int>(kind_)))) restore_layout();
}

QByteArray Workspace::layout_of(RunKind kind) const {
    return kind == kind_ ? saveState() : layouts_.value(static_cast<int>(kind));
}

void Workspace::set_layout_of(RunKind kind, const QByteArray& layout) {
    if (kind == kind_)
        restoreState(layout);
    else
        layouts_[static_cast<int>(kind)] = layout;
}

void Workspace::set_presenting(bool presenting) {
    returning_ = !presenting;
    if (presenting) {
        layout_before_presentation_ = saveState();
        size_before_presentation_ = size();
        for (DockCard* dock : docks_) dock->setVisible(dock == timeline_dock_);
    } else {
        restoreState(layout_before_presentation_);
    }
}

// Docks share out what a smaller or larger window leaves: only at their own size they fit exactly.
void Workspace::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (!returning_ || size() != size_before_presentation_) return;
    returning_ = false;
    QMetaObject::invokeMethod(
        this, [this] { restoreState(layout_before_presentation_); }, Qt::QueuedConnection);
}

}  // namespace ringscope
