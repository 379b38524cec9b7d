#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

namespace ringscope {

// Reads one CBOR value (RFC 8949) that fills the bytes exactly. Empty when it is malformed, cut off
// or nested deeper than `max_depth`: the library's parser calls itself for each level, so a file
// from a stranger could exhaust the stack. Allocates in proportion to the bytes, whatever sizes
// they claim.
std::optional<nlohmann::json> parse_cbor(std::span<const std::uint8_t> bytes,
                                         std::size_t max_depth = 16);

}  // namespace ringscope
