#pragma once

#include "core/trace/summation.h"
#include "ui/panels/cell_facts.h"
#include "ui/theme/theme.h"

#include <QFrame>

class QLabel;
class QTableView;
class QToolButton;

namespace ringscope {

class CellModel;
class SummationModel;

// The numbers in the chunk that was clicked.
class Inspector : public QFrame {
    Q_OBJECT

  public:
    explicit Inspector(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    // Hides itself when nothing is selected.
    void show_scene(const StageScene& scene);
    // The orders in which the cell's chunk could be added up; none: nothing was.
    void show_summation(const std::optional<Summation>& summation);

  signals:
    void closed();

  private:
    static QString facts_text(const CellFacts& facts);
    static QString order_text(const Summation& summation, const CellFacts& facts);
    static QString summary_text(const Summary& summary);

    void show_columns();

    CellModel* model_;
    SummationModel* orders_;
    QToolButton* order_;  // shows the orders in place of the values
    std::optional<Summation> summation_;
    std::optional<CellFacts> shown_;
    QLabel *heading_, *facts_, *summary_;
    QTableView* table_;
};

}  // namespace ringscope
