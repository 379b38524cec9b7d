#include "ui/panels/vectors_form.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QVBoxLayout>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/panels/algorithm_choice.h"

namespace ringscope {

namespace {

QLabel* small_label(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    return label;
}

// Whole numbers without a fraction, others in as few digits as give the same float.
QString number_in_file(const nlohmann::json& value) {
    const double number = value.get<double>();
    if (number == std::floor(number) && std::abs(number) < 1e15)
        return QString::number(static_cast<qlonglong>(number));
    return csv_number(value.get<float>());
}

}  // namespace

VectorsForm::VectorsForm(QWidget* parent)
    : QWidget(parent),
      values_(new QPlainTextEdit),
      hint_(small_label("muted")),
      problem_(small_label("problem")),
      algorithm_hint_(small_label("muted")),
      ownership_heading_(small_label("heading")),
      ownership_hint_(small_label("muted")),
      algorithm_(new QComboBox),
      ownership_(new QComboBox) {
    values_->setObjectName(QStringLiteral("values"));
    values_->setAccessibleName(tr("Values of the devices"));
    values_->setLineWrapMode(QPlainTextEdit::NoWrap);
    values_->setTabChangesFocus(true);
    hint_->setText(tr("A line a device, 1 to 64 of them, all of one length."));
    problem_->hide();
    ownership_->addItem(tr("textbook"), QStringLiteral("textbook"));
    ownership_->addItem(tr("NCCL"), QStringLiteral("nccl"));
    ownership_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    ownership_->setMinimumContentsLength(8);
    ownership_->setAccessibleName(tr("Ownership"));
    auto* values_heading = small_label("heading");
    values_heading->setText(tr("Values of each device"));
    auto* algorithm_heading = small_label("heading");
    algorithm_heading->setText(tr("All-reduce"));
    for (const auto& [id, title] : algorithm_choices()) algorithm_->addItem(title, id);
    algorithm_->setAccessibleName(tr("All-reduce algorithm"));
    algorithm_->setObjectName(QStringLiteral("algorithm"));
    algorithm_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    ownership_heading_->setText(tr("Ownership"));
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget :
         {static_cast<QWidget*>(values_heading), static_cast<QWidget*>(hint_),
          static_cast<QWidget*>(values_), static_cast<QWidget*>(problem_),
          static_cast<QWidget*>(algorithm_heading), static_cast<QWidget*>(algorithm_),
          static_cast<QWidget*>(algorithm_hint_), static_cast<QWidget*>(ownership_heading_),
          static_cast<QWidget*>(ownership_), static_cast<QWidget*>(ownership_hint_)})
        layout->addWidget(widget);
    layout->addStretch(1);
    connect(values_, &QPlainTextEdit::textChanged, this, &VectorsForm::changed);
    connect(ownership_, &QComboBox::activated, this, &VectorsForm::changed);
    connect(algorithm_, &QComboBox::activated, this, &VectorsForm::changed);
    for (QComboBox* choice : {algorithm_, ownership_})
        connect(choice, &QComboBox::currentIndexChanged, this, &VectorsForm::explain_choices);
    explain_choices();
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
    const QString algorithm = QString::fromStdString(session.value("algorithm", "ring"));
    algorithm_->setCurrentIndex(algorithm_->findData(algorithm));
    const QString ownership = QString::fromStdString(session.value("ownership", "textbook"));
    ownership_->setCurrentIndex(ownership_->findData(ownership));
    mark({});
}

void VectorsForm::explain_choices() {
    const QString algorithm = algorithm_->currentData().toString();
    algorithm_hint_->setText(algorithm_hint(algorithm));
    // Only the ring has this choice.
    for (QWidget* part :
         {static_cast<QWidget*>(ownership_heading_), static_cast<QWidget*>(ownership_),
          static_cast<QWidget*>(ownership_hint_)})
        part->setVisible(algorithm == QLatin1String("ring"));
    const bool nccl = ownership_->currentData().toString() == QLatin1String("nccl");
    ownership_hint_->setText(nccl ? tr("Rank r ends the reduce-scatter owning chunk r.")
                                  : tr("Rank r ends the reduce-scatter owning chunk r + 1."));
}

std::optional<nlohmann::json> VectorsForm::numbers_in(const QString& line, qsizetype number) {
    static const QRegularExpression gap(QStringLiteral("[,;\\s]+"));
    nlohmann::json row = nlohmann::json::array();
    for (const QString& text : line.split(gap, Qt::SkipEmptyParts)) {
        bool fine = false;
        const double value = text.toDouble(&fine);
        if (!fine || !std::isfinite(static_cast<float>(value))) {
            mark(fine ? tr("Line %1: “%2” is no finite number that a float32 can hold.")
                            .arg(number)
                            .arg(text)
                      : tr("Line %1: “%2” is no number.").arg(number).arg(text));
            return std::nullopt;
        }
        // Whole numbers stay whole in the file.
        const qlonglong whole = text.toLongLong(&fine);
        row.push_back(fine ? nlohmann::json(whole) : nlohmann::json(value));
    }
    return row;
}

QString VectorsForm::problem_of(const nlohmann::json& rows) const {
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].size() != rows[0].size())
            return tr("Line 1 has %1 numbers and line %2 has %3: every device needs the same "
                      "count.")
                .arg(rows[0].size())
                .arg(i + 1)
                .arg(rows[i].size());
    return {};
}

std::optional<nlohmann::json> VectorsForm::edited() {
    QString text = values_->toPlainText();
    while (text.endsWith(QLatin1Char('\n'))) text.chop(1);
    if (text.trimmed().isEmpty()) {
        mark(tr("There are no numbers: write a line for each device, such as 1, 2, 3, 4."));
        return std::nullopt;
    }
    nlohmann::json rows = nlohmann::json::array();
    const QStringList lines = text.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        std::optional<nlohmann::json> row = numbers_in(lines[i], i + 1);
        if (!row) return std::nullopt;
        rows.push_back(std::move(*row));
    }
    const QString problem = problem_of(rows);
    mark(problem);
    if (!problem.isEmpty()) return std::nullopt;
    nlohmann::json session = base_;
    session["values"] = std::move(rows);
    session["algorithm"] = algorithm_->currentData().toString().toStdString();
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
