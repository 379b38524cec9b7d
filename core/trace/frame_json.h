#pragma once

#include "core/support/json.h"
#include "core/trace/recording.h"

namespace ringscope {

// One frame as `replay --frame I --json` shows it (docs/formats.md, Recording). number: of the
// frame, counted over all iterations. Digests are 16 hexadecimal digits.
void write_frame(JsonWriter& writer, const Frame& frame, std::int64_t number, Position position);

// {"parameters": bytes, ...}
void write_memory(JsonWriter& writer, const MemoryUse& memory);

}  // namespace ringscope
