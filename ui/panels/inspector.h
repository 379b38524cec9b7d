#pragma once

#include "ui/panels/cell_facts.h"
#include "ui/theme/theme.h"

#include <QFrame>

class QLabel;
class QTableView;

namespace ringscope {

class CellModel;

// The numbers in the chunk that was clicked.
class Inspector : public QFrame {
    Q_OBJECT

  public:
    explicit Inspector(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    // Hides itself when nothing is selected.
    void show_scene(const StageScene& scene);

  signals:
    void closed();

  private:
    static QString facts_text(const CellFacts& facts);
    static QString summary_text(const Summary& summary);

    CellModel* model_;
    QLabel *heading_, *facts_, *summary_;
    QTableView* table_;
};

}  // namespace ringscope
