#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/recording.h"
#include "core/trace/replica_difference.h"

namespace ringscope {

// One rank in a comparison of all ranks' bits.
struct EqualityRow {
    std::uint64_t digest = 0;
    bool same_as_first = true;  // bit for bit as rank 0 (by digest)
    std::optional<double>
        difference;  // largest |difference| to rank 0; only where values were kept
};

// The first element at which some rank has other bits than rank 0.
struct FirstDifference {
    std::int64_t index = 0;
    std::optional<ParameterPlace> place;  // of parameters
    Rank rank = 0;                        // the first that differs there
    float at_first = 0, at_rank = 0;
};

// The newest comparison at or before a place of the recording.
struct Equality {
    enum class Of { parameters, vectors };
    Of of = Of::parameters;
    bool compared = false;          // vectors are compared only after the last step
    bool at_start = false;          // before any update
    std::int64_t iteration = 0;     // the iteration that it ended
    std::vector<EqualityRow> rows;  // [rank]; empty: nothing to compare yet
    // [rank * N + rank]; empty where all are the same, or the values were not kept.
    std::vector<VectorDifference> pairs;
    std::optional<FirstDifference> first;
    bool executed_again = false;  // the values were made on demand, and their digests checked

    // They differ and nobody kept their values, but executing the iteration again brings them back.
    bool values_missing() const {
        return of == Of::parameters && compared && !at_start && pairs.empty() && !identical();
    }
    bool identical() const;
    int same_count() const;  // ranks with rank 0's bits, itself included
    const VectorDifference& pair(Rank a, Rank b) const {
        return pairs[static_cast<std::size_t>(a) * rows.size() + static_cast<std::size_t>(b)];
    }
};

Equality equality_at(const Recording& recording, Position position);

}  // namespace ringscope
