#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/train/placement.h"
#include "core/train/replica_set.h"
#include "core/train/run.h"

// All that the rest of the program sees of OpenCL. No CL type appears here.
namespace ringscope::opencl {

// What the user asked for with --devices, --device and --compute-units.
struct PlacementRequest {
    // auto (empty): the best that the machine has
    std::optional<PlacementKind> kind;
    std::string device;  // part of a device's name, or its number in list_devices; empty: any
};

// Must be called before the first OpenCL call of the process, else ContractError: a CPU driver
// fixes its number of compute units then (PoCL: POCL_MAX_PTHREAD_COUNT; empty leaves the
// environment's value or the driver's own). Also chooses a writable kernel cache folder
// (POCL_CACHE_DIR) where the driver's own cannot be written. Changes the environment: call it
// before starting threads.
void prepare_driver(std::optional<int> compute_units);

struct DeviceInfo {
    int index = 0;
    std::string platform, platform_version, name, version,
        type;  // type: "CPU", "GPU", "accelerator"
    int compute_units = 0;
    std::int64_t global_memory_bytes = 0, max_allocation_bytes = 0;
    int max_partitions = 1;  // sub-devices of one compute unit each; 1: cannot be split
    std::vector<std::string> partition_types;  // "equally", "by counts", ...
    bool usable = true;
    std::string why_not;  // e.g. no compiler
};

// Every device of every platform. Empty when there is no driver; never throws for that.
std::vector<DeviceInfo> list_devices();

// How `world_size` ranks would be placed. Throws Error no_device (with how to install one) or
// bad_input (the request cannot be met; says what can).
Placement plan_placement(int world_size, const PlacementRequest& request);

// Factories for runs; the kernels are built on the first use in the process and cached on disk.
ReplicaSetFactory replica_sets(PlacementRequest request);
ExecutorFactory executors(PlacementRequest request);

// Builds the kernels for the devices of a placement ahead of time and launches each once, since
// drivers compile more at a first launch. Cold about two seconds, else a few milliseconds. Thread:
// any, but only one at a time and not together with other calls. Throws Error.
void warm_up(int world_size, const PlacementRequest& request);

}  // namespace ringscope::opencl
