#pragma once

#include <QRectF>

#include "core/trace/frame.h"

class QPainter;

namespace ringscope {

struct Theme;

// What the colours of the stage mean, on one or more lines: a patch a device (up to 16), what
// stands for "summed in" and "complete".
double stage_legend_height(const RunInfo& info, double width, const Theme& theme);
void paint_stage_legend(QPainter& painter, const QRectF& area, const RunInfo& info,
                        const Theme& theme);

}  // namespace ringscope
