#include "ui/main_window/dock_card.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

namespace ringscope {

CardHead::CardHead(const QString& heading, QWidget* parent)
    : QFrame(parent),
      layout_(new QHBoxLayout(this)),
      heading_(new QLabel(heading)),
      note_(new QLabel),
      badge_(new QLabel) {
    setObjectName(QStringLiteral("card_head"));
    heading_->setObjectName(QStringLiteral("heading"));
    layout_->addWidget(heading_);
    layout_->addStretch(1);
    note_->setObjectName(QStringLiteral("muted"));
    badge_->setObjectName(QStringLiteral("badge"));
    for (QLabel* label : {note_, badge_}) {
        layout_->addWidget(label);
        label->hide();
    }
}

void CardHead::set_note(const QString& text, Panel::Tone tone) {
    QLabel* shown = tone == Panel::Tone::plain ? note_ : badge_;
    (shown == note_ ? badge_ : note_)->hide();
    shown->setText(text);
    shown->setVisible(!text.isEmpty());
    const QString name = tone == Panel::Tone::good  ? QStringLiteral("good")
                         : tone == Panel::Tone::bad ? QStringLiteral("bad")
                                                    : QStringLiteral("neutral");
    if (shown->property("tone").toString() == name) return;
    shown->setProperty("tone", name);
    // A style sheet looks at properties only when a widget is polished.
    shown->style()->unpolish(shown);
    shown->style()->polish(shown);
}

void CardHead::set_theme(const Theme& theme) {
    layout_->setContentsMargins(qRound(1.1 * theme.unit), qRound(0.6 * theme.unit),
                                qRound(0.9 * theme.unit), qRound(0.4 * theme.unit));
    setMinimumHeight(qRound(2.7 * theme.unit));
}

void CardHead::set_leading(QWidget* widget) {
    heading_->hide();
    layout_->insertWidget(0, widget);
}

DockCard::DockCard(const QString& id, const QString& heading, QWidget* content)
    : QDockWidget(heading), head_(new CardHead(heading)), body_(new QFrame) {
    setObjectName(id);
    setAccessibleName(heading);
    body_->setObjectName(QStringLiteral("card_body"));
    auto* layout = new QVBoxLayout(body_);
    layout->setContentsMargins(1, 0, 1, 1);
    layout->addWidget(content);
    setTitleBarWidget(head_);
    setWidget(body_);
    if (auto* panel = qobject_cast<Panel*>(content))
        connect(panel, &Panel::note_changed, head_, &CardHead::set_note);
}

void DockCard::set_theme(const Theme& theme) { head_->set_theme(theme); }

void DockCard::keyPressEvent(QKeyEvent* event) {
    QDockWidget::keyPressEvent(event);
    if (!event->isAccepted() && isWindow() && parentWidget())
        QCoreApplication::sendEvent(parentWidget()->window(), event);
}

void DockCard::hide_head() {
    // An empty title bar: Qt draws none, and the body gets all four corners.
    setTitleBarWidget(new QWidget);
    head_->hide();
    body_->setObjectName(QStringLiteral("card"));
}

}  // namespace ringscope
