#include "core/trace/replica_difference.h"

#include <cmath>
#include <limits>

#include "tests/support/catch.h"

using namespace ringscope;

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float denormal = std::numeric_limits<float>::denorm_min();

}  // namespace

TEST_CASE("ULP distance counts the floats between two values", "[difference]") {
    CHECK(ulp_distance(1.0F, 1.0F) == 0);
    CHECK(ulp_distance(1.0F, std::nextafter(1.0F, 2.0F)) == 1);
    CHECK(ulp_distance(std::nextafter(1.0F, 0.0F), std::nextafter(1.0F, 2.0F)) == 2);
    CHECK(ulp_distance(1.0F, 2.0F) == 1 << 23);
    CHECK(ulp_distance(0.0F, -0.0F) == 0);
    CHECK(ulp_distance(0.0F, denormal) == 1);
    CHECK(ulp_distance(-denormal, denormal) == 2);
    CHECK(ulp_distance(-1.0F, 1.0F) == 2 * std::int64_t{0x3f800000});
    CHECK(ulp_distance(std::numeric_limits<float>::max(), infinite) == 1);
    CHECK(ulp_distance(-infinite, infinite) == 2 * std::int64_t{0x7f800000});
    CHECK(ulp_distance(nan_value, -nan_value) == 0);
    CHECK_FALSE(ulp_distance(nan_value, 1.0F));
    CHECK_FALSE(ulp_distance(infinite, nan_value));
    // Symmetric, and the sum of its parts.
    const float values[] = {-infinite, -3.5F,  -denormal, -0.0F,   0.0F,
                            denormal,  1e-30F, 7.0F,      infinite};
    for (const float a : values)
        for (const float b : values) {
            CHECK(ulp_distance(a, b) == ulp_distance(b, a));
            if (a <= 0 && b >= 0)
                CHECK(ulp_distance(a, b) == *ulp_distance(a, 0) + *ulp_distance(0, b));
        }
}

TEST_CASE("the difference of two vectors: how many, how far, where first", "[difference]") {
    const std::vector<float> a{1, 2, nan_value, 0.0F, infinite, 5, nan_value};
    std::vector<float> b = a;
    CHECK(difference_of(a, b).identical());
    CHECK(difference_of(a, b).max_abs == 0);
    CHECK_FALSE(difference_of(a, b).first);
    b[3] = -0.0F;  // other bits, no distance
    VectorDifference difference = difference_of(a, b);
    CHECK(difference.differing == 1);
    CHECK(difference.first == 3);
    CHECK(difference.max_abs == 0);
    CHECK(difference.max_ulp == 0);
    b[5] = 5.5F;
    b[6] = 7;
    difference = difference_of(a, b);
    CHECK(difference.differing == 3);
    CHECK(difference.first == 3);
    CHECK(difference.max_abs == 0.5);
    CHECK(difference.max_ulp == *ulp_distance(5, 5.5F));
    CHECK(difference.nan_mismatches == 1);
    b[0] = denormal;
    CHECK(difference_of(a, b).first == 0);
    b[4] = 3;
    CHECK(std::isinf(difference_of(a, b).max_abs));
    CHECK(difference_of({}, {}).identical());
}

TEST_CASE("every parameter has one place in the model", "[difference]") {
    const MlpShape shape{{3, 4, 2}};
    std::int64_t index = 0;
    for (int layer = 0; layer < 2; ++layer) {
        const int inputs = shape.sizes[static_cast<std::size_t>(layer)];
        const int outputs = shape.sizes[static_cast<std::size_t>(layer) + 1];
        for (int row = 0; row < outputs; ++row)
            for (int column = 0; column < inputs; ++column, ++index)
                CHECK(place_of(shape, index) == ParameterPlace{index, layer, false, row, column});
        for (int row = 0; row < outputs; ++row, ++index)
            CHECK(place_of(shape, index) == ParameterPlace{index, layer, true, row, 0});
    }
    CHECK(index == parameter_count(shape));
}

TEST_CASE("the largest spread is that of the two ranks farthest apart", "[difference]") {
    const std::vector<float> a{1, 2, 3}, b{1, 2.5F, 3}, c{0.5F, 2, 3};
    CHECK(largest_spread({}) == 0);
    CHECK(largest_spread({a}) == 0);
    CHECK(largest_spread({a, a, a}) == 0);
    CHECK(largest_spread({a, b, c}) == 0.5);
    double by_pairs = 0;
    for (const auto& x : {a, b, c})
        for (const auto& y : {a, b, c}) by_pairs = std::max(by_pairs, difference_of(x, y).max_abs);
    CHECK(largest_spread({a, b, c}) == by_pairs);
    const std::vector<float> broken{1, nan_value, 3}, high{infinite, infinite, infinite};
    CHECK(std::isinf(largest_spread({a, broken})));
    CHECK(largest_spread({broken, broken}) == 0);
    CHECK(largest_spread({high, high}) == 0);
    CHECK(std::isinf(largest_spread({a, high})));
}
