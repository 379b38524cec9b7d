#include "core/opencl/factory.h"

#include <utility>

#include "core/opencl/hardware.h"
#include "core/opencl/opencl_executor.h"
#include "core/opencl/opencl_replica_set.h"

namespace ringscope::opencl {

ReplicaSetFactory replica_sets(PlacementRequest request) {
    return [request = std::move(request)](
               int world_size, const ReplicaConfig& config) -> std::unique_ptr<ReplicaSet> {
        return std::make_unique<OpenClReplicaSet>(open_hardware(world_size, request), config);
    };
}

ExecutorFactory executors(PlacementRequest request) {
    return [request = std::move(request)](int world_size, std::int64_t length,
                                          const std::vector<std::int64_t>& receive_elements) {
        const auto hardware = open_hardware(world_size, request);
        return PlacedExecutor{std::make_unique<OpenClExecutor>(hardware, length, receive_elements),
                              hardware->placement};
    };
}

}  // namespace ringscope::opencl
