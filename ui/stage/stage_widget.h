#pragma once

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/stage/stage_figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

// Shows one scene. Paints only when something changed. Tab and Shift+Tab reach it; Enter goes to
// the first cell, Alt+arrows walk over cells (plain arrows belong to the player). The wheel brings
// the drawing nearer, dragging moves it, and while it is near a map in the corner shows where.
class StageWidget : public QWidget {
    Q_OBJECT

  public:
    explicit StageWidget(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void set_view(StageView view);
    StageView view() const { return view_; }

    // Shows the scene at its own progress; ends an animation that is under way. The selection is
    // the scene's.
    void set_scene(StageScene scene);
    const StageScene& scene() const { return scene_; }

    // Moves the frame's transfers from 0 to 1 in that time; 0: at once. No transfers: at once.
    void animate(int duration_ms);
    void set_progress(double progress);
    bool animating() const;

    // Shown in the middle while the scene has no frame.
    void set_message(const QString& title, const QString& text);

    // Nearer or farther, round the middle.
    void zoom(double factor);
    void show_whole();
    const Lens& lens() const { return lens_; }
    void set_lens(const Lens& lens);
    // Where the map lies; empty while the whole drawing is seen.
    QRectF map_rect() const;

    // What is on screen, for export. Null while the scene has no frame.
    std::unique_ptr<Figure> figure() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void cell_clicked(int rank, int chunk);
    void animation_finished();
    void lens_changed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void rebuild();
    double width_of_text() const;
    void select(CellRef cell);
    bool walk(int key);
    QString tooltip_for(CellRef cell) const;
    QRectF body() const;
    void changed();
    const QPixmap& still();
    void paint_message(QPainter& painter) const;
    void paint_map(QPainter& painter) const;
    void look_at(const QPointF& on_map);
    void bring_into_sight(CellRef cell);

    Theme theme_ = Theme::light();
    StageView view_ = StageView::ring;
    StageScene scene_;
    std::unique_ptr<StageFigure> figure_;
    // The figure without what moves, as it was painted last; null when it has to be painted again.
    QPixmap still_;
    QVariantAnimation animation_;
    QString message_title_, message_text_;
    Lens lens_;
    enum class Drag { none, pressed, moving, map };
    Drag drag_ = Drag::none;
    QPointF drag_from_;
    Lens drag_lens_;
    bool shows_focus_ = false;  // came by the keyboard
};

}  // namespace ringscope
