#pragma once

#include <QString>

#include "ui/stage/caption.h"

namespace ringscope {

// What the scene's step does on all devices, and `record` as the example in numbers.
void tell_transfer(Caption& caption, const StageScene& scene, const TransferRecord& record);

// The whole all-reduce before it begins: how the algorithm goes about it.
QString plan_sentence(const Schedule& schedule);

// Bytes of this step and so far, measured, and in all by the formula where there is one.
QString traffic_note(const StageScene& scene);

}  // namespace ringscope
