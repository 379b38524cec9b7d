#include "ui/main_window/dock_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

namespace ringscope {

CardHead::CardHead(const QString& heading, QWidget* parent)
    : QFrame(parent), layout_(new QHBoxLayout(this)), heading_(new QLabel(heading)), note_(new QLabel) {
    setObjectName(QStringLiteral("card_head"));
    heading_->setObjectName(QStringLiteral("heading"));
    layout_->addWidget(heading_);
    layout_->addStretch(1);
    layout_->addWidget(note_);
    note_->hide();
}

void CardHead::set_note(const QString& text, Panel::Tone tone) {
    note_->setObjectName(tone == Panel::Tone::plain ? QStringLiteral("muted")
                                                    : QStringLiteral("badge"));
    const char* name = tone == Panel::Tone::good  ? "good"
                       : tone == Panel::Tone::bad ? "bad"
                                                  : "neutral";
    note_->setProperty("tone", QString::fromLatin1(name));
    note_->setText(text);
    note_->setVisible(!text.isEmpty());
    // A style sheet looks at names and properties only when a widget is polished.
    note_->style()->unpolish(note_);
    note_->style()->polish(note_);
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

void DockCard::hide_head() {
    // An empty title bar: Qt draws none, and the body gets all four corners.
    setTitleBarWidget(new QWidget);
    head_->hide();
    body_->setObjectName(QStringLiteral("card"));
}

}  // namespace ringscope
