#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/stage/caption.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// A stage view of one scene: title above, the view's own drawing in the middle, caption below.
class StageFigure : public Figure {
  public:
    explicit StageFigure(StageScene scene) : scene_(std::move(scene)) {}

    const StageScene& scene() const { return scene_; }
    void set_scene(StageScene scene) { scene_ = std::move(scene); }
    void set_progress(double progress) { scene_.progress = progress; }

    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override { return {60, 48}; }
    // On screen: without the legend, which an export needs more than a window that explains itself.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    void paint_parts(QPainter& painter, const QRectF& area, const Theme& theme,
                     const FigureParts& parts) const override;
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

  protected:
    virtual Caption caption() const { return make_caption(scene_); }
    int chunk_count() const;  // of the bucket that the frame works on
    // [rank * chunk_count + chunk]
    virtual std::vector<QRectF> cell_rects(const QRectF& body, const Theme& theme) const = 0;
    virtual void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const = 0;

  private:
    StageScene scene_;
};

std::unique_ptr<StageFigure> make_stage_figure(StageView view, StageScene scene);

}  // namespace ringscope
