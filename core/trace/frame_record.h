#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/trace/frame.h"
#include "core/trace/record_fields.h"

namespace ringscope {

// Frames, vectors and checkpoints as records' values, and back. Frames and checkpoints name vectors
// by number: the vectors of a file are counted from 0 as they come. Reading checks every value
// against the head of the recording and throws Error bad_input.

// The number of a vector, which is written first where that has not been done.
using VectorNumber = std::function<std::int64_t(const VectorPtr&)>;

nlohmann::json to_record(const VectorRecord& vector);
VectorPtr read_vector(const RecordFields& fields, const RunInfo& info);

nlohmann::json to_record(const Frame& frame, const VectorNumber& number_of);
// Gives a frame that belongs to this or the next iteration of a recording with `iterations`.
std::shared_ptr<Frame> read_frame(const RecordFields& fields, const RunInfo& info,
                                  const std::vector<VectorPtr>& vectors, std::int64_t iterations);

// A checkpoint's vectors are always whole: raw float32, little-endian.
using Floats = std::shared_ptr<const std::vector<float>>;
using FloatsNumber = std::function<std::int64_t(const Floats&)>;

nlohmann::json to_record(const std::vector<float>& values);
Floats read_floats(const RecordFields& fields);

nlohmann::json to_record(const Checkpoint& checkpoint, const FloatsNumber& number_of);
CheckpointPtr read_checkpoint(const RecordFields& fields, const RunInfo& info,
                              const std::vector<Floats>& floats, std::int64_t iterations);

}  // namespace ringscope
