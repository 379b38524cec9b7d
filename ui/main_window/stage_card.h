#pragma once

#include <QFrame>

#include "ui/stage/stage_scene.h"
#include "ui/theme/theme.h"

class QHBoxLayout;
class QLabel;
class QTabBar;
class QVBoxLayout;

namespace ringscope {

class Banner;
class BusyStrip;
class Inspector;
class StageWidget;

// The middle of the window: which view, on what hardware, the stage, the clicked chunk's numbers.
class StageCard : public QFrame {
    Q_OBJECT

  public:
    explicit StageCard(QWidget* parent = nullptr);

    StageWidget& stage() { return *stage_; }
    Banner& banner() { return *banner_; }
    BusyStrip& busy() { return *busy_; }

    void set_theme(const Theme& theme);
    void show_scene(StageScene scene, int animate_ms);
    void show_hardware(const QString& text, const QString& tooltip);
    void set_view(StageView view);
    void clear_selection();

  private:
    void select(int rank, int chunk);

    QVBoxLayout* layout_;
    QHBoxLayout* head_;
    QTabBar* views_;
    QLabel* hardware_;
    Banner* banner_;
    BusyStrip* busy_;
    StageWidget* stage_;
    Inspector* inspector_;
    std::optional<CellRef> selected_;
};

}  // namespace ringscope
