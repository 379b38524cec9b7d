#pragma once

#include <array>
#include <cstdint>

namespace ringscope {

// The project's own random generator: xoshiro256** (Blackman and Vigna 2021, "Scrambled linear
// pseudorandom number generators", figure 1), its four state words filled by splitmix64 from the
// seed. Uses integers and exact or correctly rounded double operations only, no function of the
// math library, so one seed gives the same bits on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) noexcept;

    std::uint64_t next() noexcept;
    double uniform() noexcept;  // [0, 1), a multiple of 2^-53
    double uniform(double low, double high) noexcept { return low + (high - low) * uniform(); }
    std::uint64_t below(std::uint64_t bound) noexcept;  // 0 .. bound - 1, without bias; bound > 0
    // Mean 0, variance 1: the sum of twelve uniform numbers less six (Irwin-Hall), which is normal
    // enough for noise and needs no logarithm.
    double normal() noexcept;

  private:
    std::array<std::uint64_t, 4> state_;
};

// Cosine and sine of an angle in turns (1 = full circle), from their Taylor series in an eighth
// of a turn: absolute error below 1e-14, and the same bits everywhere.
double cos_turns(double turns) noexcept;
double sin_turns(double turns) noexcept;

}  // namespace ringscope
