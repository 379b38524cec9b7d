#include "ui/panels/lesson_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ringscope {

LessonPanel::LessonPanel(QWidget* parent)
    : Panel(parent),
      title_(new QLabel),
      text_(new QLabel),
      start_(new QPushButton),
      guide_(new GuidedLesson(lesson_guide())),
      pages_(new QStackedWidget) {
    setAccessibleName(tr("Lesson"));
    title_->setObjectName(QStringLiteral("title"));
    title_->setWordWrap(true);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    start_->setObjectName(QStringLiteral("lesson/start"));
    pages_->addWidget(build_scenario());
    pages_->addWidget(guide_);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(pages_);
    connect(start_, &QPushButton::clicked, this, [this] { show_guide(true); });
    connect(guide_, &GuidedLesson::left, this, [this] { show_guide(false); });
    connect(guide_, &GuidedLesson::progress_changed, this, &LessonPanel::name_start);
    name_start();
}

QWidget* LessonPanel::build_scenario() {
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
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll, 1);
    layout->addWidget(start_);
    return page;
}

void LessonPanel::name_start() {
    const LessonProgress& progress = guide_->progress();
    start_->setText(progress.step.isEmpty() && progress.done.isEmpty()
                        ? tr("Start the lesson")
                        : tr("Go on with the lesson, step %1 of %2")
                              .arg(guide_->number() + 1)
                              .arg(guide_->count()));
}

void LessonPanel::show_guide(bool guide) {
    name_start();
    pages_->setCurrentIndex(guide ? 1 : 0);
}

void LessonPanel::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(qRound(1.1 * theme.unit), qRound(0.4 * theme.unit), u, u);
    title_->parentWidget()->layout()->setSpacing(qRound(0.8 * theme.unit));
    guide_->set_theme(theme);
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
