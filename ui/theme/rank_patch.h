#pragma once

#include <QRectF>

#include "core/collective/schedule.h"

class QPainter;

namespace ringscope {

struct Theme;

// A patch in a rank's colour with the rank's pattern cut into it, so that a rank can be told
// without colour. Drawn as vectors: sharp in SVG and at any scale.
void paint_rank_patch(QPainter& painter, const QRectF& patch, Rank rank, const Theme& theme,
                      double radius);

}  // namespace ringscope
