#pragma once

#include "core/support/json.h"
#include "core/train/placement.h"

namespace ringscope {

// The object that `train --json` and `devices --json` show under "placement" (docs/formats.md).
void write_placement(JsonWriter& json, const Placement& placement);

}  // namespace ringscope
