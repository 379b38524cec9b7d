#pragma once

#include "ui/stage/stage_figure.h"

namespace ringscope {

// Rank x chunk: what each rank holds, what has been summed into it, and what moves in this step.
class TableFigure : public StageFigure {
  public:
    using StageFigure::StageFigure;

    QString file_stem() const override { return QStringLiteral("table"); }

  protected:
    std::vector<QRectF> cell_rects(const QRectF& body, const Theme& theme) const override;
    void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const override;
    void paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const override;
    // Cells grow by themselves; names need not.
    double text_growth() const override { return 0.2; }
    std::vector<QRectF> landmarks(const QRectF& body, const Theme& theme) const override;
};

}  // namespace ringscope
