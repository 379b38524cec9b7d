#pragma once

#include <nlohmann/json.hpp>

#include "core/trace/frame.h"
#include "core/trace/record_fields.h"

namespace ringscope {

// The head of a recording as a record's value, and back. Reading checks that everything fits
// together: ranks, chunks and owners exist, chunks cover their bucket and buckets the vector, the
// network has as many parameters as the vector elements. Throws Error bad_input.
nlohmann::json to_record(const RunInfo& info);
RunInfo read_info(const RecordFields& fields);

}  // namespace ringscope
