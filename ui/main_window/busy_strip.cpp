#include "ui/main_window/busy_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

namespace ringscope {

namespace {

constexpr int moment_ms = 300;

}  // namespace

BusyStrip::BusyStrip(QWidget* parent)
    : QFrame(parent), what_(new QLabel), bar_(new QProgressBar), moment_(new QTimer(this)) {
    setObjectName(QStringLiteral("sunken"));
    bar_->setTextVisible(false);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("link"));
    cancel->setFocusPolicy(Qt::TabFocus);
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(what_);
    layout->addWidget(bar_, 1);
    layout->addWidget(cancel);
    moment_->setSingleShot(true);
    connect(moment_, &QTimer::timeout, this, &QWidget::show);
    connect(cancel, &QPushButton::clicked, this, &BusyStrip::cancelled);
    hide();
}

void BusyStrip::set_theme(const Theme& theme) {
    const int u = qRound(0.5 * theme.unit);
    layout()->setContentsMargins(2 * u, u, 2 * u, u);
    layout()->setSpacing(2 * u);
}

void BusyStrip::show_progress(const QString& what, double done) {
    what_->setText(what);
    bar_->setRange(0, done < 0 ? 0 : 1000);
    if (done >= 0) bar_->setValue(static_cast<int>(1000 * done));
    if (!isVisible() && !moment_->isActive()) moment_->start(moment_ms);
}

void BusyStrip::finish() {
    moment_->stop();
    hide();
}

}  // namespace ringscope
