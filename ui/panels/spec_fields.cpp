#include "ui/panels/spec_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>

namespace ringscope {

namespace {

// Numbers in a form are written as in the file, so that a spec can be compared with what it says.
bool parse_integer(const QString& text, nlohmann::json& at) {
    bool fine = false;
    const qlonglong value = text.toLongLong(&fine);
    // Seeds are unsigned in the format.
    if (fine) at = value < 0 ? nlohmann::json(value) : nlohmann::json(static_cast<quint64>(value));
    return fine;
}

bool parse_real(const QString& text, nlohmann::json& at) {
    bool fine = false;
    const double value = text.toDouble(&fine);
    if (fine) at = value;
    return fine;
}

bool parse_integers(const QString& text, nlohmann::json& at) {
    at = nlohmann::json::array();
    for (const QString& part : text.split(QLatin1Char(','))) {
        nlohmann::json value;
        if (!parse_integer(part.trimmed(), value)) return false;
        at.push_back(value);
    }
    return true;
}

QString text_of(const nlohmann::json& value) {
    if (value.is_string()) return QString::fromStdString(value.get<std::string>());
    if (value.is_array()) {
        QStringList parts;
        for (const nlohmann::json& element : value) parts << text_of(element);
        return parts.join(QStringLiteral(", "));
    }
    return value.is_null() ? QString() : QString::fromStdString(value.dump());
}

}  // namespace

SpecField::SpecField(Kind kind, std::string pointer, const QString& label, const QString& tooltip,
                     QObject* parent)
    : QObject(parent),
      kind_(kind),
      pointer_(std::move(pointer)),
      label_(new QLabel(kind == Kind::flag ? QString() : label)),  // a flag's box has it
      problem_(new QLabel) {
    if (kind_ == Kind::choice) {
        auto* combo = new QComboBox;
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(4);
        connect(combo, &QComboBox::activated, this, &SpecField::edited);
        editor_ = combo;
    } else if (kind_ == Kind::flag) {
        auto* box = new QCheckBox(label);
        connect(box, &QCheckBox::clicked, this, &SpecField::edited);
        editor_ = box;
    } else {
        auto* line = new QLineEdit;
        line->setMinimumWidth(1);
        connect(line, &QLineEdit::textEdited, this, &SpecField::edited);
        connect(line, &QLineEdit::editingFinished, line, [line] {
            if (!line->hasFocus()) line->setCursorPosition(0);
        });
        editor_ = line;
    }
    editor_->setObjectName(QString::fromStdString(pointer_));
    editor_->setAccessibleName(label);
    editor_->setToolTip(tooltip);
    label_->setToolTip(tooltip);
    label_->setBuddy(editor_);
    problem_->setObjectName(QStringLiteral("problem"));
    problem_->setWordWrap(true);
    problem_->hide();
}

void SpecField::set_choices(const QList<QPair<QString, QString>>& choices) {
    auto* combo = qobject_cast<QComboBox*>(editor_);
    for (const auto& [value, text] : choices) combo->addItem(text, value);
}

SpecField* SpecField::set_default(const QString& text) {
    default_ = text;
    return this;
}

void SpecField::add_to(QFormLayout& form) {
    form.addRow(label_, editor_);
    form.addRow(problem_);
}

void SpecField::set_label_width(int width) { label_->setMinimumWidth(width); }

void SpecField::set_shown(bool shown) {
    shown_ = shown;
    editor_->setVisible(shown);
    label_->setVisible(shown);
    if (!shown) mark({});
    if (shown && !default_.isEmpty() && text().isEmpty()) set_text(default_);
}

QString SpecField::text() const {
    if (const auto* combo = qobject_cast<const QComboBox*>(editor_))
        return combo->currentData().toString();
    if (const auto* line = qobject_cast<const QLineEdit*>(editor_)) return line->text().trimmed();
    return {};
}

void SpecField::set_text(const QString& text) {
    if (auto* combo = qobject_cast<QComboBox*>(editor_)) {
        int index = combo->findData(text);
        if (index < 0) {
            combo->addItem(text, text);
            index = combo->count() - 1;
        }
        combo->setCurrentIndex(index);
    } else if (auto* line = qobject_cast<QLineEdit*>(editor_)) {
        line->setText(text);
        line->setCursorPosition(0);  // a long list is seen from its beginning
    }
}

void SpecField::load(const nlohmann::json& document) {
    mark({});
    const nlohmann::json::json_pointer at(pointer_);
    const bool there = document.contains(at) && !document.at(at).is_null();
    if (auto* box = qobject_cast<QCheckBox*>(editor_))
        box->setChecked(there && document.at(at).is_boolean() && document.at(at).get<bool>());
    else
        set_text(there ? text_of(document.at(at)) : QString());
}

bool SpecField::store_text(const QString& text, nlohmann::json& at) const {
    switch (kind_) {
        case Kind::integer:
        case Kind::optional_integer: return parse_integer(text, at);
        case Kind::real: return parse_real(text, at);
        case Kind::integers: return parse_integers(text, at);
        case Kind::choice: at = text.toStdString(); return true;
        case Kind::flag: at = qobject_cast<QCheckBox*>(editor_)->isChecked(); return true;
    }
    return false;
}

bool SpecField::store(nlohmann::json& document) {
    mark({});
    const nlohmann::json::json_pointer at(pointer_);
    const QString now = text();
    const bool leave_out = !shown_ || (kind_ == Kind::optional_integer && now.isEmpty());
    if (leave_out) {
        const auto parent = at.parent_pointer();
        if (document.contains(parent) && document.at(parent).is_object())
            document.at(parent).erase(at.back());
        return true;
    }
    nlohmann::json value;
    if (!store_text(now, value)) {
        mark(kind_ == Kind::integers ? tr("whole numbers are needed, with commas between them")
             : kind_ == Kind::real   ? tr("a number is needed, such as 0.01")
                                     : tr("a whole number is needed"));
        return false;
    }
    document[at] = value;
    return true;
}

void SpecField::mark(const QString& problem) {
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty() && shown_);
    editor_->setProperty("invalid", !problem.isEmpty());
    editor_->setAccessibleDescription(problem);
    editor_->style()->unpolish(editor_);
    editor_->style()->polish(editor_);
}

}  // namespace ringscope
