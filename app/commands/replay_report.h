#pragma once

#include <ostream>

#include "core/trace/ringtrace_file.h"

namespace ringscope {

// What `ringscope replay` prints. The JSON shapes are those of docs/formats.md, Recording.
void print_summary_json(std::ostream& out, const OpenedRecording& opened);
void print_summary_text(std::ostream& out, const OpenedRecording& opened);
void print_frame_text(std::ostream& out, const Frame& frame, std::int64_t number);

}  // namespace ringscope
