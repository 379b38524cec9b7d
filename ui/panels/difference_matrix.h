#pragma once

#include <QWidget>

#include "ui/panels/equality.h"
#include "ui/theme/theme.h"

namespace ringscope {

// Rank by rank: the largest difference, and how many float32 values lie between. The darker the
// farther apart, on a logarithmic scale. Hidden while there is nothing to show.
class DifferenceMatrix : public QWidget {
    Q_OBJECT

  public:
    explicit DifferenceMatrix(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void set_equality(const Equality& equality);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRectF cell(Rank row, Rank column) const;
    QString pair_text(Rank a, Rank b) const;

    Theme theme_ = Theme::light();
    Equality equality_;
};

}  // namespace ringscope
