#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ringscope::ringtrace {

// The frame of a .ringtrace file (docs/formats.md): a file head, then records, all numbers
// little-endian. Each checksum is CRC-32 as zlib computes it. The heads have checksums of their
// own, so that a damaged size is told from a file that was cut off.

inline constexpr std::uint32_t version = 1;

//  0  magic    8 bytes: 0x89 "RTRACE" 0x0a
//  8  version  u32
// 12  crc      u32 of the 12 bytes before
inline constexpr std::size_t file_head_size = 16;

//  0  type         u32
//  4  size         u64 of the payload, in bytes
// 12  payload crc  u32
// 16  crc          u32 of the 16 bytes before
inline constexpr std::size_t record_head_size = 20;

// Records of other types are passed over: later versions may add some.
enum class RecordType : std::uint32_t { info = 1, vector, floats, frame, checkpoint, end };

struct RecordHead {
    RecordType type = RecordType::end;
    std::uint64_t size = 0;
    std::uint32_t payload_crc = 0;
};

using FileHeadBytes = std::array<std::uint8_t, file_head_size>;
using RecordHeadBytes = std::array<std::uint8_t, record_head_size>;

std::uint32_t crc(std::span<const std::uint8_t> bytes);

FileHeadBytes encode_file_head(std::uint32_t of_version = version);
bool has_magic(std::span<const std::uint8_t> bytes);  // as far as there are bytes
// The version; empty when magic or checksum are wrong.
std::optional<std::uint32_t> decode_file_head(const FileHeadBytes& bytes);

RecordHeadBytes encode(const RecordHead& head);
std::optional<RecordHead> decode(const RecordHeadBytes& bytes);  // empty: wrong checksum

}  // namespace ringscope::ringtrace
