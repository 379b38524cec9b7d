#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/train/spec.h"
#include "ui/theme/theme.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace ringscope {

// The switch of one fault with what can be set about it.
class FaultRow : public QWidget {
    Q_OBJECT

  public:
    explicit FaultRow(FaultKind kind, QWidget* parent = nullptr);

    FaultKind kind() const { return kind_; }
    void set_theme(const Theme& theme);
    void set_world_size(int world_size);  // of another size: chooses the last device

    bool on() const;
    void set_on(bool on);
    // The fault as it is set, with `from` -1 (other-seed: 0); none where a text is no number.
    std::optional<Fault> fault() const;
    void load(const Fault& fault);

    // What is wrong with it, or empty; and what is to be known of it while it is on.
    void set_problem(const QString& problem);
    void set_state(const QString& state);

  signals:
    void edited();   // the switch, or what is set about it: also half-way through a number
    void settled();  // by a switch, a choice or the end of typing

  private:
    void build_values();
    void add_number(const char* key, const QString& label, const QString& value);
    std::optional<double> number(std::size_t index) const;

    FaultKind kind_;
    QCheckBox* switch_;
    QLabel *what_, *state_, *problem_;
    QComboBox* rank_;
    QHBoxLayout *values_, *numbers_row_;
    std::vector<QLineEdit*> numbers_;
};

}  // namespace ringscope
