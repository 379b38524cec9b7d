#pragma once

#include <nlohmann/json.hpp>

#include "core/session/sweep.h"
#include "core/support/json_reader.h"

namespace ringscope {

// What a sweep measured for one world size: a line of `train --sweep --json`, and an element of a
// session's "measured" (docs/formats.md). Of the placement only the summary is kept.
nlohmann::json to_json(const SweepPoint& point);
// Throws Error bad_input with the JSON path.
SweepPoint parse_sweep_point(const JsonReader& reader);

}  // namespace ringscope
