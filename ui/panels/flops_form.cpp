#include "ui/panels/flops_form.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <cmath>

#include "core/planner/flops.h"
#include "ui/figures/number_text.h"

namespace ringscope {

FlopsForm::FlopsForm(QWidget* parent)
    : QWidget(parent), budget_(new QLineEdit), parameters_(new QLineEdit), tokens_(new QLabel) {
    budget_->setObjectName(QStringLiteral("flops/budget"));
    budget_->setAccessibleName(tr("FLOPs to spend"));
    budget_->setPlaceholderText(QStringLiteral("6e21"));
    parameters_->setObjectName(QStringLiteral("flops/parameters"));
    parameters_->setAccessibleName(tr("Parameters of the model"));
    parameters_->setPlaceholderText(QStringLiteral("5e9"));
    tokens_->setObjectName(QStringLiteral("flops/tokens"));
    tokens_->setWordWrap(true);
    tokens_->setToolTip(
        tr("tokens D = FLOPs / (6 × parameters N): an estimate by a rule of thumb"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("FLOPs"), budget_);
    form->addRow(tr("parameters"), parameters_);
    form->addRow(tr("tokens"), tokens_);
    for (QLineEdit* line : {budget_, parameters_})
        connect(line, &QLineEdit::textEdited, this, &FlopsForm::compute);
    compute();
}

void FlopsForm::compute() {
    bool budget_fine = false, parameters_fine = false;
    const double budget = QLocale().toDouble(budget_->text().trimmed(), &budget_fine);
    const double parameters = QLocale().toDouble(parameters_->text().trimmed(), &parameters_fine);
    const bool fine = budget_fine && parameters_fine && budget > 0 && parameters > 0;
    if (!fine) return tokens_->setText(tr("FLOPs ÷ (6 × parameters)"));
    const double tokens = affordable_tokens(budget, parameters);
    QString text = number_text(tokens, 8);
    if (tokens >= 1 && tokens < 1e15)
        text = tr("%1, that is %2")
                   .arg(text, integer_text(static_cast<std::int64_t>(std::llround(tokens))));
    tokens_->setText(text);
    emit computed(tokens);
}

}  // namespace ringscope
