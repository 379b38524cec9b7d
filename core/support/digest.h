#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ringscope {

// 64-bit digest over the bits of float32 values, position-dependent and the same however the work
// is split: the sum modulo 2^64 over i of mix64(((i + 1) << 32) | bits(values[i])). A sum can be
// taken in any order, so a device may reduce it in parallel; shaders/digest.cl computes the same.
// mix64 is the finaliser of splitmix64 (Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom
// Number Generators", section 3). An empty span has digest 0. first_index lets a range of a longer
// vector be digested as its part of the sum. Positions are below 2^32 - 1.
std::uint64_t digest(std::span<const float> values, std::uint64_t first_index = 0) noexcept;

// Equal to the last bit and in length; as numbers, NaN would differ from itself and -0 equal 0.
bool same_bits(std::span<const float> a, std::span<const float> b) noexcept;

// The mixing function on its own.
std::uint64_t mix64(std::uint64_t value) noexcept;

// 16 lower-case hexadecimal digits.
std::string hex16(std::uint64_t value);

}  // namespace ringscope
