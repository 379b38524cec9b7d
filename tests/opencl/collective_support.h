#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/collective/host_executor.h"
#include "core/collective/ring.h"
#include "core/collective/traffic.h"
#include "core/opencl/opencl_executor.h"

namespace ringscope::test {

inline constexpr opencl::ContextRule one_context = opencl::ContextRule::per_platform;
inline constexpr opencl::ContextRule own_contexts = opencl::ContextRule::per_rank;

inline opencl::PlacementRequest kind(PlacementKind wanted) { return {wanted, ""}; }

// Small integers, exact in float32, that tell who was added and where.
inline std::vector<float> values_of(Rank rank, std::int64_t length) {
    std::vector<float> values(static_cast<std::size_t>(length));
    for (std::int64_t i = 0; i < length; ++i)
        values[static_cast<std::size_t>(i)] =
            static_cast<float>((1 << (rank % 8)) * (rank < 8 ? 1 : 256) + i % 7 * 65536);
    return values;
}

inline std::vector<float> read_all(Executor& executor, Rank rank) {
    std::vector<float> values(static_cast<std::size_t>(executor.length()));
    executor.read(rank, 0, values);
    return values;
}

inline std::unique_ptr<opencl::OpenClExecutor> open_executor(
    int n, const Schedule& schedule, const opencl::PlacementRequest& request,
    opencl::ContextRule rule = one_context) {
    return std::make_unique<opencl::OpenClExecutor>(opencl::open_hardware(n, request, rule),
                                                    schedule.length, receive_elements(schedule));
}

}  // namespace ringscope::test
