#pragma once

#include <QLabel>

namespace ringscope {

// A line that gives way: cut with "…" at its end where there is no room for it. Its tool tip is
// the whole text unless it was given another.
class ElidedLabel : public QLabel {
    Q_OBJECT

  public:
    using QLabel::QLabel;

    QSize minimumSizeHint() const override { return {1, QLabel::minimumSizeHint().height()}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

}  // namespace ringscope
