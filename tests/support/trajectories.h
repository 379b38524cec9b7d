#pragma once

#include <filesystem>
#include <string>

#include "core/train/run.h"

namespace ringscope::test {

// Trains every network, optimizer, sharding and world size of tests/golden/trajectories with the
// replicas that the factory makes and checks losses, local and averaged gradients and weights
// against the reference (README.md beside the files) within 1e-5, and the replicas for equal bits.
// CHECKs within the running test case.
void check_trajectories(const ReplicaSetFactory& make_replicas);

// One file of them.
void check_trajectory(const std::filesystem::path& file, const ReplicaSetFactory& make_replicas);

}  // namespace ringscope::test
