#pragma once

#include "ui/stage/spacetime_layout.h"
#include "ui/stage/stage_scene.h"

class QPainter;

namespace ringscope {

struct Theme;

// Draws an all-reduce as far as the scene has come, at the places of the layout.
void paint_space_time(QPainter& painter, const StageScene& scene, const SpaceTimeLayout& layout,
                      const Theme& theme);

// The dots on the arrows of the step at work, until they have landed.
void paint_movers(QPainter& painter, const StageScene& scene, const SpaceTimeLayout& layout,
                  const Theme& theme);

}  // namespace ringscope
