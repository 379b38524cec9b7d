#pragma once

#include <QWidget>

#include "ui/export/export_settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace ringscope {

// The settings of one kind as a form: only the rows that the kind has.
class ExportForm : public QWidget {
    Q_OBJECT

  public:
    explicit ExportForm(QWidget* parent = nullptr);

    void show_settings(ExportKind kind, const ExportSettings& settings);
    ExportSettings settings() const;
    // Iterations [0, count); the series begins with `current`.
    void set_iterations(std::int64_t count, std::int64_t current);
    std::int64_t first_iteration() const;
    std::int64_t last_iteration() const;

  signals:
    void changed();

  private:
    void build_picture();
    void build_words();
    void build_series();
    QDoubleSpinBox* number(double low, double high, double step, int decimals, const QString& name);
    QCheckBox* check(const QString& text);
    void change_unit();
    void show_fitting_rows();
    void tell();

    ExportKind kind_ = ExportKind::figure;
    bool loading_ = false, was_millimetres_ = false;
    QFormLayout* rows_;
    QComboBox *format_, *view_, *unit_, *palette_;
    QDoubleSpinBox *width_, *height_, *dots_, *scale_, *text_, *rate_, *seconds_;
    QCheckBox *transparent_, *title_, *caption_, *legend_, *source_, *loop_, *whole_;
    QSpinBox *first_, *last_;
    QWidget *size_, *words_, *iterations_;
};

}  // namespace ringscope
