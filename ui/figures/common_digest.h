#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace ringscope {

// What more of them hold than anything else. Where nothing is, as when all are different, there is
// no majority that the others could be said to differ from.
template <typename Digest>
std::optional<Digest> common_digest(const std::vector<Digest>& digests) {
    std::optional<Digest> common;
    std::ptrdiff_t most = 0;
    for (auto it = digests.begin(); it != digests.end(); ++it) {
        if (std::find(digests.begin(), it, *it) != it) continue;  // counted before
        const auto count = std::count(it, digests.end(), *it);
        if (count == most) common.reset();
        if (count > most) common = *it;
        most = std::max(most, count);
    }
    return common;
}

}  // namespace ringscope
