#include "ui/theme/rank_patch.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace ringscope {

namespace {

// Lines at an angle across the patch, `pitch` apart. They end at its border by themselves: a clip
// is not kept in SVG.
void slanted(QPainter& painter, const QRectF& patch, double pitch, double slope) {
    const double reach = patch.width() * slope;
    for (double y = patch.top() - std::abs(reach); y < patch.bottom() + std::abs(reach);
         y += pitch) {
        double from = 0, to = 1;
        if (reach != 0) {
            const double a = (patch.top() - y) / reach, b = (patch.bottom() - y) / reach;
            from = std::max(from, std::min(a, b));
            to = std::min(to, std::max(a, b));
        } else if (y <= patch.top()) {
            continue;
        }
        if (from < to)
            painter.drawLine(QPointF(patch.left() + from * patch.width(), y + from * reach),
                             QPointF(patch.left() + to * patch.width(), y + to * reach));
    }
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
        const double stroke = theme.unit * 0.11;
        painter.setPen(QPen(theme.surface, stroke, Qt::SolidLine, Qt::FlatCap));
        cut_pattern(painter, patch, rank, stroke);
    }
    painter.restore();
}

}  // namespace ringscope
