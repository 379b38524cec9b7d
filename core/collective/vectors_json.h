#pragma once

#include <vector>

#include "core/support/json_reader.h"

namespace ringscope {

// The vectors of a collective: an array of 1 to 64 arrays of one length, of numbers that are finite
// in float32; an array may be empty. [rank][i]. Throws Error bad_input with the JSON path.
std::vector<std::vector<float>> vectors_from_json(const JsonReader& json);

}  // namespace ringscope
