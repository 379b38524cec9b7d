#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>
#include <optional>

#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace ringscope {

// A collective session as a form: a line of numbers a device, and the ownership convention.
class VectorsForm : public QWidget {
    Q_OBJECT

  public:
    explicit VectorsForm(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void load(const nlohmann::json& session);
    // The session as edited; none when a line is no list of numbers (the form says which).
    std::optional<nlohmann::json> edited();
    void mark(const QString& problem);

  signals:
    void changed();

  private:
    // The line's numbers; none, and a message, when one of them is none.
    std::optional<nlohmann::json> numbers_in(const QString& line, qsizetype number);
    QString problem_of(const nlohmann::json& rows) const;
    void explain_choices();

    QPlainTextEdit* values_;
    QLabel *hint_, *problem_, *algorithm_hint_, *ownership_heading_, *ownership_hint_;
    QComboBox *algorithm_, *ownership_;
    nlohmann::json base_;
};

}  // namespace ringscope
