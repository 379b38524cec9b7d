#include "ui/main_window/stage_card.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/main_window/banner.h"
#include "ui/main_window/busy_strip.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/inspector.h"
#include "ui/stage/stage_widget.h"

namespace ringscope {

StageCard::StageCard(QWidget* parent)
    : QFrame(parent),
      layout_(new QVBoxLayout(this)),
      head_(new QHBoxLayout),
      views_(new QTabBar),
      hardware_(new ElidedLabel),
      faults_(new ElidedLabel),
      banner_(new Banner(this)),
      busy_(new BusyStrip(this)),
      stage_(new StageWidget(this)),
      beside_(new StageWidget(this)),
      stages_(new QGridLayout),
      here_line_(new ElidedLabel),
      beside_line_(new ElidedLabel),
      verdict_(new ElidedLabel),
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
    views_->setUsesScrollButtons(false);
    views_->setFocusPolicy(Qt::TabFocus);
    views_->setAccessibleName(tr("Stage view"));
    hardware_->setObjectName(QStringLiteral("muted"));
    hardware_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    faults_->setObjectName(QStringLiteral("badge"));
    faults_->setProperty("tone", "bad");
    faults_->hide();
    head_->addWidget(views_);
    head_->addWidget(faults_);
    head_->addWidget(hardware_, 1);
    layout_->addLayout(head_);
    layout_->addWidget(verdict_);
    layout_->addLayout(stages_, 1);
    const std::pair<ElidedLabel*, StageWidget*> columns[] = {{here_line_, stage_},
                                                             {beside_line_, beside_}};
    for (int column = 0; column < 2; ++column) {
        stages_->addWidget(columns[column].first, 0, column);
        stages_->addWidget(columns[column].second, 1, column);
    }
    stages_->setRowStretch(1, 1);
    stages_->setColumnStretch(0, 1);
    verdict_->setObjectName(QStringLiteral("heading"));
    for (ElidedLabel* line : {here_line_, beside_line_})
        line->setObjectName(QStringLiteral("muted"));
    beside_->setAccessibleName(tr("Stage of the other recording"));
    end_beside();
    for (QWidget* watched : {static_cast<QWidget*>(stage_), static_cast<QWidget*>(banner_),
                             static_cast<QWidget*>(busy_), static_cast<QWidget*>(inspector_)})
        watched->installEventFilter(this);
    connect(views_, &QTabBar::currentChanged, this, [this](int index) {
        for (StageWidget* stage : {stage_, beside_}) stage->set_view(static_cast<StageView>(index));
    });
    connect(stage_, &StageWidget::lens_changed, this,
            [this] { beside_->set_lens(stage_->lens()); });
    connect(beside_, &StageWidget::lens_changed, this,
            [this] { stage_->set_lens(beside_->lens()); });
    connect(beside_, &StageWidget::cell_clicked, this, &StageCard::select);
    connect(stage_, &StageWidget::cell_clicked, this, &StageCard::select);
    connect(inspector_, &Inspector::closed, this, &StageCard::clear_selection);
}

bool StageCard::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Resize:
        case QEvent::Move:
            if (watched == stage_) place_overlays();
            break;
        case QEvent::Show:
        case QEvent::Hide:
        case QEvent::LayoutRequest:
            if (watched != stage_) place_overlays();
            break;
        default: break;
    }
    return QFrame::eventFilter(watched, event);
}

void StageCard::place_overlays() {
    const QRect area = stage_->geometry();
    int top = area.top();
    for (QWidget* strip : {static_cast<QWidget*>(banner_), static_cast<QWidget*>(busy_)}) {
        if (strip->isHidden()) continue;
        const int wrapped = strip->heightForWidth(area.width());
        const int height = wrapped > 0 ? wrapped : strip->sizeHint().height();
        strip->setGeometry(area.left(), top, area.width(), height);
        strip->raise();
        top += height + layout_->spacing();
    }
    if (inspector_->isHidden()) return;
    const int height =
        std::max(inspector_->minimumHeight(), inspector_->minimumSizeHint().height());
    inspector_->setGeometry(area.left(), area.bottom() + 1 - height, area.width(), height);
    inspector_->raise();
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
    beside_->set_theme(theme);
    stages_->setHorizontalSpacing(qRound(1.2 * theme.unit));
    stages_->setVerticalSpacing(0);
    inspector_->set_theme(theme);
}

void StageCard::show_scene(StageScene scene, int animate_ms) {
    scene.selected = selected_;
    show_faults(scene.frame.get());
    if (animate_ms > 0) scene.progress = 0;
    inspector_->show_scene(scene);
    stage_->set_scene(std::move(scene));
    if (animate_ms > 0) stage_->animate(animate_ms);
}

void StageCard::show_beside(StageScene scene, int animate_ms) {
    for (QWidget* part : {static_cast<QWidget*>(beside_), static_cast<QWidget*>(here_line_),
                          static_cast<QWidget*>(beside_line_), static_cast<QWidget*>(verdict_)})
        part->show();
    stages_->setColumnStretch(1, 1);
    scene.selected = selected_;
    if (animate_ms > 0) scene.progress = 0;
    beside_->set_message({}, scene.frame ? QString() : tr("This recording has no such iteration."));
    beside_->set_scene(std::move(scene));
    if (animate_ms > 0) beside_->animate(animate_ms);
}

void StageCard::set_lines(const QString& here, const QString& beside, const QString& verdict) {
    here_line_->setText(here);
    beside_line_->setText(beside);
    verdict_->setText(verdict);
}

void StageCard::end_beside() {
    for (QWidget* part : {static_cast<QWidget*>(beside_), static_cast<QWidget*>(here_line_),
                          static_cast<QWidget*>(beside_line_), static_cast<QWidget*>(verdict_)})
        part->hide();
    stages_->setColumnStretch(1, 0);
}

// The faults that were active in the frame on the stage.
void StageCard::show_faults(const Frame* frame) {
    QStringList words;
    if (frame)
        for (const std::string& fault : frame->active_faults)
            words << QString::fromStdString(fault);
    faults_->setVisible(!words.isEmpty());
    faults_->setText(words.size() == 1 ? tr("fault: %1").arg(words.front())
                                       : tr("faults: %1").arg(words.size()));
    faults_->setToolTip(words.join(QLatin1Char('\n')));
    faults_->setAccessibleDescription(words.join(QStringLiteral("; ")));
}

void StageCard::show_hardware(const QString& text, const QString& tooltip) {
    hardware_->setText(text);
    hardware_->setToolTip(tooltip);
}

void StageCard::set_view(StageView view) { views_->setCurrentIndex(static_cast<int>(view)); }

void StageCard::show_selection() {
    show_scene(stage_->scene(), 0);
    if (!beside_->isHidden()) show_beside(beside_->scene(), 0);
}

void StageCard::select(int rank, int chunk) {
    const CellRef cell{rank, chunk};
    if (selected_ == cell) return clear_selection();  // a second click lets go
    point_at(cell);
}

void StageCard::point_at(CellRef cell) {
    selected_ = cell;
    show_selection();
    emit selection_changed();
}

void StageCard::clear_selection() {
    selected_.reset();
    show_selection();
    emit selection_changed();
}

}  // namespace ringscope
