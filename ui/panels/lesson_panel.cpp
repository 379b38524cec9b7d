#include "ui/panels/lesson_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ringscope {

LessonPanel::LessonPanel(QWidget* parent) : Panel(parent), title_(new QLabel), text_(new QLabel) {
    setAccessibleName(tr("Lesson"));
    title_->setObjectName(QStringLiteral("title"));
    title_->setWordWrap(true);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("scrolled"));
    auto* words = new QVBoxLayout(content);
    words->setContentsMargins(0, 0, 0, 0);
    words->addWidget(title_);
    words->addWidget(text_);
    words->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
}

void LessonPanel::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(qRound(1.1 * theme.unit), qRound(0.4 * theme.unit), u, u);
    title_->parentWidget()->layout()->setSpacing(qRound(0.8 * theme.unit));
}

void LessonPanel::show_text(const QString& title, const QString& text) {
    title_->setText(title);
    QString paragraphs;
    for (const QString& paragraph : text.split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
        paragraphs +=
            QStringLiteral("<p style=\"line-height:135%; margin-top:0; margin-bottom:0.8em\">") +
            paragraph.toHtmlEscaped() + QStringLiteral("</p>");
    text_->setText(paragraphs);
}

}  // namespace ringscope
