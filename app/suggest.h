#pragma once

#include <string>
#include <vector>

namespace ringscope {

// The candidate that `word` is most likely a misspelling of (two edits, or a third of the word's
// length where that is more), or an empty string.
std::string closest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace ringscope
