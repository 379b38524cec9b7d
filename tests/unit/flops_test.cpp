#include "core/planner/flops.h"

#include "tests/support/catch.h"

using namespace ringscope;

TEST_CASE("6 x 10^21 FLOPs afford a model of 5 billion parameters 2 x 10^11 tokens") {
    CHECK(affordable_tokens(6e21, 5e9) == Approx(2e11));
    CHECK(affordable_parameters(6e21, 2e11) == Approx(5e9));
    CHECK(training_flops(5e9, 2e11) == Approx(6e21));
    CHECK(affordable_tokens(6e21, 0) == 0);
    CHECK(affordable_tokens(6e21, -1) == 0);
    CHECK(affordable_tokens(0, 5e9) == 0);
}
