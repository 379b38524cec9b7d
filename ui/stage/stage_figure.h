#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/stage/caption.h"
#include "ui/stage/lens.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// A stage view of one scene: title above, the view's own drawing in the middle, caption below.
class StageFigure : public Figure {
  public:
    explicit StageFigure(StageScene scene) : scene_(std::move(scene)) {}

    const StageScene& scene() const { return scene_; }
    void set_scene(StageScene scene) { scene_ = std::move(scene); }
    void set_progress(double progress) { scene_.progress = progress; }
    // Title and caption stay; only the drawing between them comes nearer.
    void set_lens(const Lens& lens) { lens_ = lens; }
    const Lens& lens() const { return lens_; }

    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override { return {60, 48}; }
    // On screen: without the legend.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                     const FigureParts& parts) const override;
    // What `paint` paints, in two layers: what stays while progress goes on to 1, and what moves
    // above it.
    void paint_still(QPainter& painter, const QRectF& area, const Theme& theme) const;
    void paint_moving_layer(QPainter& painter, const QRectF& area, const Theme& theme) const;
    // One line a cell: extent, ranks summed in, the values or bars that are drawn. Frames without
    // gradients: one line a rank, with what its card says.
    QString csv() const override;

    // The cell under a point when painted in `area`; none where there is no cell.
    std::optional<CellRef> cell_at(QPointF point, const QRectF& area, const Theme& theme) const;

    // Where a cell is when painted in `area`; empty where it is not drawn.
    QRectF cell_rect(CellRef cell, const QRectF& area, const Theme& theme) const;

    // The part of `area` between title and caption.
    QRectF body_of(const QRectF& area, const Theme& theme,
                   const FigureParts& parts = {true, true, false}) const;

    // The drawing in short, for a map of it: rectangles as shares of the whole drawing.
    std::vector<QRectF> overview(const QRectF& area, const Theme& theme) const;

    // Whether it draws cells now; else what is there can be neither pointed at nor walked to.
    virtual bool shows_cells() const;

  protected:
    virtual Caption caption() const { return make_caption(scene_); }
    // What the map shows of a drawing that fills `body`: cards, rows.
    virtual std::vector<QRectF> landmarks(const QRectF& body, const Theme& theme) const {
        return cell_rects(body, theme);
    }
    int chunk_count() const;  // of the bucket that the frame works on
    // [rank * chunk_count + chunk]
    virtual std::vector<QRectF> cell_rects(const QRectF& body, const Theme& theme) const = 0;
    // All but what moves; nothing of it depends on progress, except on whether that is 1.
    virtual void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const = 0;
    virtual void paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const = 0;

    // How much of the room that a lens makes goes into larger text: its power of the zoom.
    virtual double text_growth() const { return 0.5; }

  private:
    using Layer = void (StageFigure::*)(QPainter&, const QRectF&, const Theme&) const;
    Theme near_theme(const Theme& theme) const;
    void paint_through_lens(QPainter& painter, const QRectF& body, const Theme& theme,
                            Layer layer) const;
    void paint_around(QPainter& painter, const QRectF& area, const Theme& theme,
                      const FigureParts& parts) const;

    StageScene scene_;
    Lens lens_;
};

std::unique_ptr<StageFigure> make_stage_figure(StageView view, StageScene scene);

}  // namespace ringscope
