#pragma once

#include <QWidget>

#include "ui/panels/equality.h"
#include "ui/theme/theme.h"

namespace ringscope {

// The painted rows of the equality panel. As high as its ranks need.
class EqualityRows : public QWidget {
    Q_OBJECT

  public:
    explicit EqualityRows(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void set_equality(Equality equality);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    double row_height() const;  // closer together in a low card
    QString verdict(const EqualityRow& row) const;

    Theme theme_ = Theme::light();
    Equality equality_;
};

}  // namespace ringscope
