#pragma once

#include "ui/stage/scene_cells.h"
#include "ui/stage/spacetime_layout.h"
#include "ui/stage/stage_figure.h"

namespace ringscope {

// One lane a rank, time downward, an arrow a transfer: a whole all-reduce in one still picture.
// Steps that were taken show the values that were read; those to come are drawn from the schedule,
// dashed and without values. Cells that can be clicked are those at the lower end of the lanes.
class SpaceTimeFigure : public StageFigure {
  public:
    using StageFigure::StageFigure;

    QString file_stem() const override { return QStringLiteral("space-time"); }
    bool shows_cells() const override { return chunk_count() > 0; }
    // One line for every cell and transfer that is drawn with values.
    QString csv() const override;

  protected:
    Caption caption() const override;
    std::vector<QRectF> cell_rects(const QRectF& body, const Theme& theme) const override;
    void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const override;
    void paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const override;

  private:
    SpaceTimeLayout layout(const QRectF& body, const Theme& theme) const;
};

}  // namespace ringscope
