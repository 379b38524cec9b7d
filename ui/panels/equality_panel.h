#pragma once

#include "ui/panels/equality.h"
#include "ui/panels/panel.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace ringscope {

class DifferenceMatrix;
class EqualityRows;

// A row a rank: its digest and its difference to rank 0, after the newest comparison. Where ranks
// differ, every pair's difference and the first number that is another.
class EqualityPanel : public Panel {
    Q_OBJECT

  public:
    explicit EqualityPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_equality(Equality equality);

  signals:
    // What the replicas held after that iteration is wanted again.
    void numbers_wanted(qint64 iteration);

  private:
    void show_footnote(const Equality& equality);
    static QString first_text(const FirstDifference& first);

    EqualityRows* rows_;
    DifferenceMatrix* matrix_;
    QLabel* first_;
    QPushButton* compare_;
    std::int64_t iteration_ = 0;  // of the comparison that is shown
    QScrollArea* scroll_;
    QLabel* footnote_;
};

}  // namespace ringscope
