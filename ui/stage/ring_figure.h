#pragma once

#include "ui/stage/stage_figure.h"
#include "ui/stage/stage_geometry.h"

namespace ringscope {

// The ranks as cards on a ring, clockwise, with the chunks that travel along its edges.
class RingFigure : public StageFigure {
  public:
    using StageFigure::StageFigure;

    QString file_stem() const override { return QStringLiteral("ring"); }

  protected:
    std::vector<QRectF> cell_rects(const QRectF& body, const Theme& theme) const override;
    void paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const override;
    void paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const override;
    std::vector<QRectF> landmarks(const QRectF& body, const Theme& theme) const override;

  private:
    const RingLayout& layout(const QRectF& body, const Theme& theme) const;

    // The newest layout and what it was made for: frames change more often than sizes.
    struct Made {
        int world_size = 0, chunks = 0;
        QRectF body;
        double unit = 0;
        bool operator==(const Made&) const = default;
    };
    mutable Made made_;
    mutable RingLayout layout_;
};

}  // namespace ringscope
