#pragma once

#include "ui/stage/stage_figure.h"

namespace ringscope {

// The ranks as cards on a ring, clockwise, with the chunks that travel along its edges.
class RingFigure : public StageFigure {
  public:
    using StageFigure::StageFigure;

    QString file_stem() const override { return QStringLiteral("ring"); }
    QRectF cell_rect(CellRef cell, const QRectF& body, const Theme& theme) const override;

  protected:
    void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const override;
};

}  // namespace ringscope
