#include "core/support/digest.h"

#include <bit>
#include <cstring>

namespace ringscope {

bool same_bits(std::span<const float> a, std::span<const float> b) noexcept {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

std::uint64_t mix64(std::uint64_t value) noexcept {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

std::uint64_t digest(std::span<const float> values, std::uint64_t first_index) noexcept {
    std::uint64_t sum = 0;
    std::uint64_t position = first_index + 1;
    for (float value : values) {
        sum += mix64((position << 32) | std::bit_cast<std::uint32_t>(value));
        ++position;
    }
    return sum;
}

std::string hex16(std::uint64_t value) {
    static const char digits[] = "0123456789abcdef";
    std::string text(16, '0');
    for (int i = 15; i >= 0; --i) {
        text[static_cast<std::size_t>(i)] = digits[value & 15];
        value >>= 4;
    }
    return text;
}

}  // namespace ringscope
