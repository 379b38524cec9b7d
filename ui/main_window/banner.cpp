#include "ui/main_window/banner.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace ringscope {

Banner::Banner(QWidget* parent)
    : QFrame(parent),
      heading_(new QLabel),
      text_(new QLabel),
      action_button_(new QPushButton),
      details_button_(new QPushButton(tr("Details"))),
      close_(new QToolButton) {
    setObjectName(QStringLiteral("banner"));
    heading_->setObjectName(QStringLiteral("heading"));
    heading_->setWordWrap(true);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    action_button_->setObjectName(QStringLiteral("link"));
    details_button_->setObjectName(QStringLiteral("link"));
    close_->setObjectName(QStringLiteral("quiet"));
    close_->setText(QStringLiteral("✕"));
    close_->setToolTip(tr("Close this message"));
    close_->setAccessibleName(close_->toolTip());
    auto* words = new QVBoxLayout;
    words->addWidget(heading_);
    words->addWidget(text_);
    auto* layout = new QHBoxLayout(this);
    layout->addLayout(words, 1);
    for (QWidget* button :
         {static_cast<QWidget*>(action_button_), static_cast<QWidget*>(details_button_),
          static_cast<QWidget*>(close_)}) {
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button, 0, Qt::AlignTop);
    }
    connect(close_, &QToolButton::clicked, this, &Banner::dismiss);
    connect(details_button_, &QPushButton::clicked, this, &Banner::show_details);
    connect(action_button_, &QPushButton::clicked, this, [this] {
        const std::function<void()> action = std::exchange(action_, {});
        dismiss();
        if (action) action();
    });
    hide();
}

void Banner::set_theme(const Theme& theme) {
    const int u = qRound(0.6 * theme.unit);
    layout()->setContentsMargins(qRound(theme.unit), u, u, u);
    layout()->setSpacing(u);
}

QString Banner::heading() const {
    return isVisibleTo(parentWidget()) ? heading_->text() : QString();
}

QString Banner::text() const { return isVisibleTo(parentWidget()) ? text_->text() : QString(); }

void Banner::fill(const char* tone, const QString& heading, const QString& text) {
    setProperty("tone", QString::fromLatin1(tone));
    style()->unpolish(this);
    style()->polish(this);
    heading_->setText(heading);
    text_->setText(text);
    text_->setVisible(!text.isEmpty());
    action_ = {};
    info_ = false;
    details_.clear();
    action_button_->hide();
    details_button_->hide();
    setAccessibleName(heading);
    setAccessibleDescription(text);
    show();
}

void Banner::show_problem(const Problem& problem) {
    QString heading = problem.what;
    if (!heading.isEmpty()) heading[0] = heading[0].toUpper();
    QStringList lines;
    if (!problem.where.isEmpty()) lines << problem.where;
    if (!problem.hint.isEmpty()) lines << problem.hint;
    fill(problem.kind == Problem::Kind::no_device ? "warning" : "bad", heading,
         lines.join(QLatin1Char('\n')));
    details_ = problem.detail;
    details_button_->setVisible(!details_.isEmpty());
}

void Banner::show_info(const QString& heading, const QString& text) {
    fill("info", heading, text);
    info_ = true;
}

void Banner::show_offer(const QString& heading, const QString& text, const QString& label,
                        std::function<void()> action) {
    fill("info", heading, text);
    action_ = std::move(action);
    action_button_->setText(label);
    action_button_->show();
}

void Banner::dismiss() { hide(); }

void Banner::dismiss_info() {
    if (info_) dismiss();
}

void Banner::show_details() {
    QDialog dialog(window());
    dialog.setWindowTitle(tr("Details"));
    auto* text = new QPlainTextEdit(details_);
    text->setReadOnly(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog.resize(window()->size() * 0.7);
    dialog.exec();
}

}  // namespace ringscope
