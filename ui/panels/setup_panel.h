#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/train/placement.h"
#include "ui/panels/panel.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace ringscope {

class SpecForm;
class VectorsForm;

// Edits the session that is open. Only a valid one can be applied: whatever is typed is read by the
// same parser as a file, and its message appears at the row that it is about.
class SetupPanel : public Panel {
    Q_OBJECT

  public:
    // Throws Error bad_input for what cannot be run.
    using Check = std::function<void(const nlohmann::json& session)>;

    explicit SetupPanel(Check check, QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    // The session envelope, with its defaults written out.
    void show_session(const nlohmann::json& session, std::optional<PlacementKind> placement);
    // Edits of that session which were refused.
    void show_edits(const nlohmann::json& session);
    // An honest sentence on where the ranks are.
    void show_placement(const QString& text);

  signals:
    void applied(const nlohmann::json& session, std::optional<ringscope::PlacementKind> placement);

  private:
    void check_edits();
    void apply();
    void revert();
    std::optional<nlohmann::json> edited();
    std::optional<PlacementKind> chosen_placement() const;

    Check check_;
    nlohmann::json session_;
    std::optional<nlohmann::json> unchanged_;  // session_ as the form gives it back
    std::optional<PlacementKind> placement_;
    std::optional<nlohmann::json> valid_;  // what Apply would apply
    QStackedWidget* forms_;
    SpecForm* spec_;
    VectorsForm* vectors_;
    QComboBox* placement_choice_;
    QLabel *placement_text_, *problem_, *cost_;
    QPushButton *apply_, *revert_;
};

}  // namespace ringscope
