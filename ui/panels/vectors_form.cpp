#include "ui/panels/vectors_form.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>
#include <cmath>

namespace ringscope {

namespace {

QLabel* small_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

// Whole numbers without a fraction, others as they are in the file.
QString number_in_file(const nlohmann::json& value) {
    const double number = value.get<double>();
    if (number == std::floor(number) && std::abs(number) < 1e15)
        return QString::number(static_cast<qlonglong>(number));
    return QString::fromStdString(nlohmann::json(value.get<float>()).dump());
}

}  // namespace

VectorsForm::VectorsForm(QWidget* parent)
    : QWidget(parent),
      values_(new QPlainTextEdit),
      hint_(small_label("muted")),
      problem_(small_label("problem")),
      ownership_(new QComboBox) {
    values_->setObjectName(QStringLiteral("values"));
    values_->setAccessibleName(tr("Values of the devices"));
    values_->setLineWrapMode(QPlainTextEdit::NoWrap);
    values_->setTabChangesFocus(true);
    hint_->setText(tr("A line a device, 1 to 64 of them, all of one length."));
    problem_->hide();
    ownership_->addItem(tr("textbook: rank r ends owning chunk r + 1"), QStringLiteral("textbook"));
    ownership_->addItem(tr("NCCL: rank r ends owning chunk r"), QStringLiteral("nccl"));
    ownership_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    ownership_->setMinimumContentsLength(8);
    ownership_->setAccessibleName(tr("Ownership"));
    auto* values_heading = small_label("heading");
    values_heading->setText(tr("Values of each device"));
    auto* ownership_heading = small_label("heading");
    ownership_heading->setText(tr("Ownership"));
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget :
         {static_cast<QWidget*>(values_heading), static_cast<QWidget*>(hint_),
          static_cast<QWidget*>(values_), static_cast<QWidget*>(problem_),
          static_cast<QWidget*>(ownership_heading), static_cast<QWidget*>(ownership_)})
        layout->addWidget(widget);
    layout->addStretch(1);
    connect(values_, &QPlainTextEdit::textChanged, this, &VectorsForm::changed);
    connect(ownership_, &QComboBox::activated, this, &VectorsForm::changed);
}

void VectorsForm::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(u, 0, u, u);
    layout()->setSpacing(qRound(0.5 * theme.unit));
    values_->setFixedHeight(qRound(11 * theme.unit));
}

void VectorsForm::load(const nlohmann::json& session) {
    base_ = session;
    QStringList lines;
    for (const nlohmann::json& row : session.value("values", nlohmann::json::array())) {
        QStringList numbers;
        for (const nlohmann::json& value : row) numbers << number_in_file(value);
        lines << numbers.join(QStringLiteral(", "));
    }
    values_->setPlainText(lines.join(QLatin1Char('\n')));
    const QString ownership = QString::fromStdString(session.value("ownership", "textbook"));
    ownership_->setCurrentIndex(ownership_->findData(ownership));
    mark({});
}

std::optional<nlohmann::json> VectorsForm::edited() {
    static const QRegularExpression gap(QStringLiteral("[,;\\s]+"));
    nlohmann::json rows = nlohmann::json::array();
    const QStringList lines = values_->toPlainText().trimmed().split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        nlohmann::json row = nlohmann::json::array();
        for (const QString& text : lines[i].split(gap, Qt::SkipEmptyParts)) {
            bool fine = false;
            const double value = text.toDouble(&fine);
            if (!fine) {
                mark(tr("line %1: “%2” is no number").arg(i + 1).arg(text));
                return std::nullopt;
            }
            // Whole numbers stay whole in the file.
            const qlonglong whole = text.toLongLong(&fine);
            row.push_back(fine ? nlohmann::json(whole) : nlohmann::json(value));
        }
        rows.push_back(std::move(row));
    }
    mark({});
    nlohmann::json session = base_;
    session["values"] = std::move(rows);
    session["ownership"] = ownership_->currentData().toString().toStdString();
    return session;
}

void VectorsForm::mark(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    values_->setProperty("invalid", !problem.isEmpty());
    values_->style()->unpolish(values_);
    values_->style()->polish(values_);
}

}  // namespace ringscope
