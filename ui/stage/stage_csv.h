#pragma once

#include <QString>

#include "ui/stage/stage_scene.h"

namespace ringscope {

// What the ring and the table draw of a scene, with a head line, in the C locale. With gradients:
// one line a cell. Without: one line a rank.
QString stage_csv(const StageScene& scene);

}  // namespace ringscope
