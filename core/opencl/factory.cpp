#include "core/opencl/factory.h"

#include <utility>

#include "core/opencl/hardware.h"
#include "core/opencl/opencl_executor.h"

namespace ringscope::opencl {

ExecutorFactory executors(PlacementRequest request) {
    return [request = std::move(request)](int world_size, std::int64_t length,
                                          std::int64_t receive_capacity) {
        const auto hardware = open_hardware(world_size, request);
        return PlacedExecutor{
            std::make_unique<OpenClExecutor>(hardware, length, receive_capacity),
            hardware->placement};
    };
}

void warm_up(int world_size, const PlacementRequest& request) {
    open_hardware(world_size, request);
}

}  // namespace ringscope::opencl
