#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/ring.h"
#include "core/collective/schedule.h"

namespace ringscope {

// The names of all all-reduce algorithms, as files and the command line use them; "ring" is first.
const std::vector<std::string>& algorithm_names();

// The schedule of an algorithm. `ownership` is the ring's alone: the others ignore it.
// ContractError for an unknown name. world_size 1 to 64, length >= 0.
Schedule make_all_reduce(std::string_view algorithm, int world_size, std::int64_t length,
                         Ownership ownership);

}  // namespace ringscope
