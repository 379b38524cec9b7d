#include "core/data/random.h"

#include <bit>
#include <cmath>

#include "core/support/digest.h"

namespace ringscope {

Random::Random(std::uint64_t seed) noexcept : state_{} {
    for (std::uint64_t& word : state_) {
        seed += 0x9e3779b97f4a7c15ULL;
        word = mix64(seed);
    }
}

std::uint64_t Random::next() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

std::uint64_t Random::below(std::uint64_t bound) noexcept {
    // 2^64 mod bound numbers at the low end are drawn again, so that every residue is as likely.
    const std::uint64_t redraw = (0 - bound) % bound;
    std::uint64_t number = next();
    while (number < redraw) number = next();
    return number % bound;
}

double Random::normal() noexcept {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum - 6;
}

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;

// |a| <= pi / 4: the next terms are below 1e-17.
double sin_small(double a) {
    const double s = a * a;
    return a *
           (1 -
            s / 6 *
                (1 -
                 s / 20 *
                     (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156 * (1 - s / 210)))))));
}

double cos_small(double a) {
    const double s = a * a;
    return 1 -
           s / 2 *
               (1 -
                s / 12 *
                    (1 -
                     s / 30 *
                         (1 -
                          s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182 * (1 - s / 240)))))));
}

}  // namespace

double cos_turns(double turns) noexcept {
    const double quarters = std::floor(turns * 4 + 0.5);
    const double rest = (turns - quarters / 4) * two_pi;
    switch (((static_cast<long long>(quarters) % 4) + 4) % 4) {
        case 0: return cos_small(rest);
        case 1: return -sin_small(rest);
        case 2: return -cos_small(rest);
        default: return sin_small(rest);
    }
}

double sin_turns(double turns) noexcept { return cos_turns(turns - 0.25); }

}  // namespace ringscope
