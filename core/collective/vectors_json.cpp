#include "core/collective/vectors_json.h"

namespace ringscope {

std::vector<std::vector<float>> vectors_from_json(const JsonReader& json) {
    constexpr std::size_t max_ranks = 64;
    const std::size_t ranks = json.array_size(1, max_ranks);
    std::vector<std::vector<float>> vectors;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const JsonReader row = json[rank];
        if (!row.is_array())
            row.fail("an array of numbers", "Give one array for each rank, as in [[1,2],[3,4]]");
        const std::size_t length = row.json().size();
        if (rank > 0 && length != vectors.front().size())
            row.complain("this vector has " + std::to_string(length) + " numbers, rank 0's has " +
                             std::to_string(vectors.front().size()),
                         "All ranks need vectors of one length");
        vectors.push_back(row.floats(length));
    }
    return vectors;
}

}  // namespace ringscope
