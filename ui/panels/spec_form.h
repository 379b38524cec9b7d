#pragma once

#include <QWidget>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/support/error.h"
#include "ui/panels/spec_fields.h"
#include "ui/theme/theme.h"

class QFormLayout;
class QVBoxLayout;

namespace ringscope {

// A training spec as a form. Keys that it has no row for stay as they are.
class SpecForm : public QWidget {
    Q_OBJECT

  public:
    explicit SpecForm(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void load(const nlohmann::json& spec);
    // The spec as edited; none when a text is no value of its kind (its row says so).
    std::optional<nlohmann::json> edited();
    // Puts the message at the row of the error's JSON path. False when it has no row.
    bool mark(const Error& error);

  signals:
    void changed();

  private:
    QFormLayout* section(const QString& title);
    SpecField* add(QFormLayout* form, SpecField::Kind kind, const char* pointer,
                   const QString& label, const QString& tooltip = {});
    void build_data();
    void build_model();
    void build_optimizer();
    void build_parallelism();
    void show_fitting_rows();
    SpecField* field(const std::string& pointer) const;

    QVBoxLayout* layout_;
    std::vector<QFormLayout*> forms_;
    std::vector<SpecField*> fields_;
    nlohmann::json base_;
};

}  // namespace ringscope
