#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ringscope::opencl {

using Binary = std::vector<unsigned char>;

// Compiled programs in $XDG_CACHE_HOME/ringscope or ~/.cache/ringscope, one file a key, named by
// the key's hash. The file holds the key itself and a checksum: a file of another key, cut off or
// damaged is as good as none. Neither call throws.
std::optional<Binary> load_binary(const std::string& key) noexcept;
void store_binary(const std::string& key, const Binary& binary) noexcept;

}  // namespace ringscope::opencl
