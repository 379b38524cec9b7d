#pragma once

#include <QFrame>

#include "ui/stage/stage_scene.h"
#include "ui/theme/theme.h"

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QTabBar;
class QVBoxLayout;

namespace ringscope {

class Banner;
class BusyStrip;
class ElidedLabel;
class Inspector;
class StageWidget;

// The middle of the window: which view, on what hardware, the stage, the clicked chunk's numbers.
// Messages lie over the stage's top and the numbers over its caption, so that the picture stays
// where it is.
class StageCard : public QFrame {
    Q_OBJECT

  public:
    explicit StageCard(QWidget* parent = nullptr);

    StageWidget& stage() { return *stage_; }
    Banner& banner() { return *banner_; }
    BusyStrip& busy() { return *busy_; }
    Inspector& inspector() { return *inspector_; }
    const std::optional<CellRef>& selected() const { return selected_; }

    void set_theme(const Theme& theme);
    void show_scene(StageScene scene, int animate_ms);
    void show_hardware(const QString& text, const QString& tooltip);
    void set_view(StageView view);
    void clear_selection();
    void point_at(CellRef cell);

    // A second stage beside the first. The lines say what each shows and how they differ.
    void show_beside(StageScene scene, int animate_ms);
    void set_lines(const QString& here, const QString& beside, const QString& verdict);
    void end_beside();
    StageWidget& stage_beside() { return *beside_; }

  signals:
    void selection_changed();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void select(int rank, int chunk);
    void place_overlays();
    void show_selection();
    void show_faults(const Frame* frame);

    QVBoxLayout* layout_;
    QHBoxLayout* head_;
    QTabBar* views_;
    ElidedLabel* hardware_;
    QLabel* faults_;
    Banner* banner_;
    BusyStrip* busy_;
    StageWidget *stage_, *beside_;
    QGridLayout* stages_;
    ElidedLabel *here_line_, *beside_line_, *verdict_;
    Inspector* inspector_;
    std::optional<CellRef> selected_;
};

}  // namespace ringscope
