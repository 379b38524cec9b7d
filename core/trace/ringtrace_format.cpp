#include "core/trace/ringtrace_format.h"

#include <algorithm>

#include <zlib.h>

namespace ringscope::ringtrace {

namespace {

constexpr std::array<std::uint8_t, 8> magic = {0x89, 'R', 'T', 'R', 'A', 'C', 'E', 0x0a};

void put(std::uint8_t* place, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) place[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t get(const std::uint8_t* place, int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint64_t{place[i]} << (8 * i);
    return value;
}

std::uint32_t get32(const std::uint8_t* place) { return static_cast<std::uint32_t>(get(place, 4)); }

}  // namespace

std::uint32_t crc(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

FileHeadBytes encode_file_head(std::uint32_t of_version) {
    FileHeadBytes bytes{};
    std::copy(magic.begin(), magic.end(), bytes.begin());
    put(&bytes[8], of_version, 4);
    put(&bytes[12], crc(std::span(bytes).first(12)), 4);
    return bytes;
}

bool has_magic(std::span<const std::uint8_t> bytes) {
    const std::size_t count = std::min(bytes.size(), magic.size());
    return std::equal(magic.begin(), magic.begin() + static_cast<std::ptrdiff_t>(count),
                      bytes.begin());
}

std::optional<std::uint32_t> decode_file_head(const FileHeadBytes& bytes) {
    if (!has_magic(bytes) || get32(&bytes[12]) != crc(std::span(bytes).first(12)))
        return std::nullopt;
    return get32(&bytes[8]);
}

RecordHeadBytes encode(const RecordHead& head) {
    RecordHeadBytes bytes{};
    put(&bytes[0], static_cast<std::uint32_t>(head.type), 4);
    put(&bytes[4], head.size, 8);
    put(&bytes[12], head.payload_crc, 4);
    put(&bytes[16], crc(std::span(bytes).first(16)), 4);
    return bytes;
}

std::optional<RecordHead> decode(const RecordHeadBytes& bytes) {
    if (get32(&bytes[16]) != crc(std::span(bytes).first(16))) return std::nullopt;
    return RecordHead{static_cast<RecordType>(get32(&bytes[0])), get(&bytes[4], 8),
                      get32(&bytes[12])};
}

}  // namespace ringscope::ringtrace
