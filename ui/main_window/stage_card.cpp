#include "ui/main_window/stage_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTabBar>
#include <QVBoxLayout>
#include <utility>

#include "ui/main_window/banner.h"
#include "ui/main_window/busy_strip.h"
#include "ui/panels/inspector.h"
#include "ui/stage/stage_widget.h"

namespace ringscope {

StageCard::StageCard(QWidget* parent)
    : QFrame(parent),
      layout_(new QVBoxLayout(this)),
      head_(new QHBoxLayout),
      views_(new QTabBar),
      hardware_(new QLabel),
      banner_(new Banner(this)),
      busy_(new BusyStrip(this)),
      stage_(new StageWidget(this)),
      inspector_(new Inspector(this)) {
    setObjectName(QStringLiteral("card"));
    views_->setObjectName(QStringLiteral("views"));
    views_->addTab(tr("Ring"));
    views_->addTab(tr("Table"));
    views_->addTab(tr("Space-time"));
    views_->setTabToolTip(0, tr("The devices on their ring (1)"));
    views_->setTabToolTip(1, tr("Devices and chunks as a table (2)"));
    views_->setTabToolTip(2, tr("A lane a device, time downward, an arrow a transfer (3)"));
    views_->setExpanding(false);
    views_->setDrawBase(false);
    views_->setFocusPolicy(Qt::TabFocus);
    views_->setAccessibleName(tr("Stage view"));
    hardware_->setObjectName(QStringLiteral("muted"));
    hardware_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    hardware_->setMinimumWidth(1);  // gives way before the window has to grow
    head_->addWidget(views_);
    head_->addWidget(hardware_, 1);
    layout_->addLayout(head_);
    layout_->addWidget(banner_);
    layout_->addWidget(busy_);
    layout_->addWidget(stage_, 1);
    layout_->addWidget(inspector_);
    connect(views_, &QTabBar::currentChanged, this,
            [this](int index) { stage_->set_view(static_cast<StageView>(index)); });
    connect(stage_, &StageWidget::cell_clicked, this, &StageCard::select);
    connect(inspector_, &Inspector::closed, this, &StageCard::clear_selection);
}

void StageCard::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout_->setContentsMargins(qRound(1.2 * theme.unit), qRound(0.7 * theme.unit),
                                qRound(1.2 * theme.unit), u);
    layout_->setSpacing(qRound(0.6 * theme.unit));
    head_->setSpacing(u);
    banner_->set_theme(theme);
    busy_->set_theme(theme);
    stage_->set_theme(theme);
    inspector_->set_theme(theme);
}

void StageCard::show_scene(StageScene scene, int animate_ms) {
    scene.selected = selected_;
    if (animate_ms > 0) scene.progress = 0;
    inspector_->show_scene(scene);
    stage_->set_scene(std::move(scene));
    if (animate_ms > 0) stage_->animate(animate_ms);
}

void StageCard::show_hardware(const QString& text, const QString& tooltip) {
    hardware_->setText(text);
    hardware_->setToolTip(tooltip);
}

void StageCard::set_view(StageView view) { views_->setCurrentIndex(static_cast<int>(view)); }

void StageCard::select(int rank, int chunk) {
    const CellRef cell{rank, chunk};
    if (selected_ == cell) return clear_selection();  // a second click lets go
    selected_ = cell;
    show_scene(stage_->scene(), 0);
}

void StageCard::clear_selection() {
    selected_.reset();
    show_scene(stage_->scene(), 0);
}

}  // namespace ringscope
