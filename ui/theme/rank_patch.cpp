#include "ui/theme/rank_patch.h"

#include <QPainter>
#include <QPainterPath>

#include "ui/theme/theme.h"

namespace ringscope {

namespace {

// Lines at an angle across the patch, `pitch` apart.
void slanted(QPainter& painter, const QRectF& patch, double pitch, double slope) {
    const double reach = patch.width() * slope;
    for (double y = patch.top() - std::abs(reach); y < patch.bottom() + std::abs(reach); y += pitch)
        painter.drawLine(QPointF(patch.left(), y), QPointF(patch.right(), y + reach));
}

void upright(QPainter& painter, const QRectF& patch, double pitch) {
    for (double x = patch.center().x(); x < patch.right(); x += pitch)
        painter.drawLine(QPointF(x, patch.top()), QPointF(x, patch.bottom()));
}

void cut_pattern(QPainter& painter, const QRectF& patch, Rank rank, double stroke) {
    const double pitch = stroke * 4;
    switch (rank % 8) {
        case 0: break;
        case 1: slanted(painter, patch, pitch, 1); break;
        case 2: slanted(painter, patch, pitch, 0); break;
        case 3: slanted(painter, patch, pitch, -1); break;
        case 4: upright(painter, patch, pitch); break;
        case 5: slanted(painter, patch, 2 * pitch, 0); break;
        case 6:
            slanted(painter, patch, pitch, 1);
            slanted(painter, patch, pitch, -1);
            break;
        case 7:
            slanted(painter, patch, pitch, 0);
            upright(painter, patch, pitch);
            break;
        default: break;
    }
}

}  // namespace

void paint_rank_patch(QPainter& painter, const QRectF& patch, Rank rank, const Theme& theme,
                      double radius) {
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.rank_color(rank));
    painter.drawRoundedRect(patch, radius, radius);
    if (rank % 8 != 0) {
        QPainterPath outline;
        outline.addRoundedRect(patch, radius, radius);
        painter.setClipPath(outline, Qt::IntersectClip);
        const double stroke = theme.unit * 0.11;
        painter.setPen(QPen(theme.surface, stroke, Qt::SolidLine, Qt::FlatCap));
        cut_pattern(painter, patch, rank, stroke);
    }
    painter.restore();
}

}  // namespace ringscope
