#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/recording.h"

namespace ringscope {

// One rank in a comparison of all ranks' bits.
struct EqualityRow {
    std::uint64_t digest = 0;
    bool same_as_first = true;  // bit for bit as rank 0 (by digest)
    std::optional<double>
        difference;  // largest |difference| to rank 0; only where values were kept
};

// The newest comparison at or before a place of the recording.
struct Equality {
    enum class Of { parameters, vectors };
    Of of = Of::parameters;
    bool compared = false;          // vectors are compared only after the last step
    bool at_start = false;          // before any update
    std::int64_t iteration = 0;     // the iteration that it ended
    std::vector<EqualityRow> rows;  // [rank]; empty: nothing to compare yet

    bool identical() const;
    int same_count() const;  // ranks with rank 0's bits, itself included
};

Equality equality_at(const Recording& recording, Position position);

}  // namespace ringscope
