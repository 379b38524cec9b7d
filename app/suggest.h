#pragma once

#include <string>
#include <vector>

namespace ringscope {

// The candidate that `word` is most likely a misspelling of (edit distance at most a third of the
// word's length, at least 1), or an empty string.
std::string closest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace ringscope
