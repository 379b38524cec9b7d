#pragma once

#include "ui/panels/equality.h"
#include "ui/panels/panel.h"

class QLabel;
class QScrollArea;

namespace ringscope {

class EqualityRows;

// A row a rank: its digest and its difference to rank 0, after the newest comparison.
class EqualityPanel : public Panel {
    Q_OBJECT

  public:
    explicit EqualityPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_equality(Equality equality);

  private:
    EqualityRows* rows_;
    QScrollArea* scroll_;
    QLabel* footnote_;
};

}  // namespace ringscope
