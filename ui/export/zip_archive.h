#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ringscope {

// Writes files of a folder as one zip archive. `names` are relative to the
// folder; inside they lie below `root`. Every entry has the same date and rights,
// so that the same files give the same bytes on one machine. Throws Error bad_input naming the
// archive.
void write_zip(const std::filesystem::path& archive, const std::string& root,
               const std::filesystem::path& folder, std::vector<std::string> names);

}  // namespace ringscope
