#pragma once

#include <vector>

#include "core/train/faults.h"
#include "ui/panels/panel.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ringscope {

class FaultRow;

// "Break it": a switch for every fault of a training run, also while it runs. The switches show
// what the engine has, never what was only asked for; a switch acts from the next iteration.
class FaultsPanel : public Panel {
    Q_OBJECT

  public:
    explicit FaultsPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    // Another run. `live`: it can still be changed; else `why_not` says why it cannot.
    void show_run(const FaultLimits& limits, bool live, const QString& why_not);
    // What the engine has.
    void show_faults(const std::vector<Fault>& faults);
    // The engine did not accept the last change: the switches go back.
    void refuse(const QString& problem);

  signals:
    void switched(const std::vector<ringscope::Fault>& faults);
    // The same session from its beginning, with these.
    void start_again_wanted(const std::vector<ringscope::Fault>& faults);

  private:
    FaultRow* add_row(FaultKind kind);
    std::vector<Fault> wanted() const;
    bool check();
    void send();
    void show_states();
    void tell_count();

    FaultLimits limits_;
    std::vector<FaultRow*> rows_;  // one a kind, then one for each further fault of a kind
    std::vector<Fault> accepted_;
    bool live_ = false;
    QVBoxLayout* list_;
    QLabel *intro_, *problem_;
    QPushButton* start_again_;
};

}  // namespace ringscope
