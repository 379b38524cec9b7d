#include "tests/support/trajectories.h"

#include "core/opencl/factory.h"
#include "tests/support/catch.h"

using namespace ringscope;

TEST_CASE("partitions of a device follow the reference trajectories") {
    test::check_trajectories(opencl::replica_sets({PlacementKind::partition, ""}));
}

TEST_CASE("ranks that share a device follow the reference trajectories") {
    test::check_trajectories(opencl::replica_sets({PlacementKind::shared, ""}));
}
