#include "core/opencl/binary_cache.h"

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "core/support/digest.h"

namespace ringscope::opencl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "ringscope kernels 1\n";

std::uint64_t hash(std::string_view bytes) {
    std::uint64_t sum = bytes.size();
    for (const char byte : bytes) sum = mix64(sum * 257 + static_cast<unsigned char>(byte));
    return sum;
}

// Empty when the user has no cache folder.
fs::path file_of(const std::string& key) {
    fs::path folder;
    if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg)
        folder = xdg;
    else if (const char* home = std::getenv("HOME"); home && *home)
        folder = fs::path(home) / ".cache";
    else
        return {};
    return folder / "ringscope" / ("kernels-" + hex16(hash(key)) + ".bin");
}

// magic, checksum of the rest, length of the key, the key, the binary.
std::string file_contents(const std::string& key, const Binary& binary) {
    std::string rest = hex16(key.size()) + key;
    rest.append(binary.begin(), binary.end());
    return std::string(magic) + hex16(hash(rest)) + rest;
}

std::optional<Binary> parse(std::string_view file, const std::string& key) {
    constexpr std::size_t digits = 16;
    const std::size_t header = magic.size() + 2 * digits;
    if (file.size() < header + key.size() || !file.starts_with(magic)) return std::nullopt;
    const std::string_view sum = file.substr(magic.size(), digits);
    const std::string_view rest = file.substr(magic.size() + digits);
    if (sum != hex16(hash(rest)) || rest.substr(0, digits) != hex16(key.size()) ||
        rest.substr(digits, key.size()) != key)
        return std::nullopt;
    return Binary(file.begin() + static_cast<std::ptrdiff_t>(header + key.size()), file.end());
}

}  // namespace

std::optional<Binary> load_binary(const std::string& key) noexcept {
    try {
        const fs::path path = file_of(key);
        if (path.empty()) return std::nullopt;
        std::ifstream in(path, std::ios::binary);
        const std::string file((std::istreambuf_iterator<char>(in)), {});
        return parse(file, key);
    } catch (...) {
        return std::nullopt;
    }
}

void store_binary(const std::string& key, const Binary& binary) noexcept {
    try {
        const fs::path path = file_of(key);
        if (path.empty()) return;
        fs::create_directories(path.parent_path());
        const fs::path temporary = path.string() + "." + std::to_string(getpid()) + ".tmp";
        {
            std::ofstream out(temporary, std::ios::binary);
            out << file_contents(key, binary);
            out.close();
            if (!out) {
                std::error_code ignored;
                fs::remove(temporary, ignored);
                return;
            }
        }
        fs::rename(temporary, path);
    } catch (...) {  // NOLINT(bugprone-empty-catch): no cache, the next process builds again
    }
}

}  // namespace ringscope::opencl
