#include "tests/support/trajectories.h"

#include "core/train/host_replica_set.h"
#include "tests/support/catch.h"

TEST_CASE("the host replicas follow the reference trajectories") {
    ringscope::test::check_trajectories(ringscope::host_replica_sets());
}
