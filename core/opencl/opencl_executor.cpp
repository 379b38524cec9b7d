#include "core/opencl/opencl_executor.h"

namespace ringscope::opencl {

OpenClExecutor::OpenClExecutor(const std::shared_ptr<const Hardware>& hardware, std::int64_t length,
                               const std::vector<std::int64_t>& receive_elements)
    : ledger_(hardware, std::nullopt),
      lanes_(open_lanes(*hardware)),
      joint_(open_joint_lane(*hardware, lanes_)),
      vectors_(lanes_, joint_, joint_, ledger_, MemoryCategory::gradients, length,
               receive_elements) {}

}  // namespace ringscope::opencl
