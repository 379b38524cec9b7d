#pragma once

#include "ui/stage/scene_cells.h"
#include "ui/stage/stage_geometry.h"

class QPainter;

namespace ringscope {

struct Theme;

// What travels between the cards in the scene's step: one token for all that a device sends to
// another one, with the values where there is room for them, else a dot in the sender's colour.
// theme.unit is the text size in the tokens.
void paint_tokens(QPainter& painter, const RingLayout& layout, const StageScene& scene,
                  const QRectF& body, const Theme& theme);

}  // namespace ringscope
