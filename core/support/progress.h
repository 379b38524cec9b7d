#pragma once

#include <functional>

namespace ringscope {

// Called now and then by something that takes long with the part that is done, 0 to 1. Returning
// false stops it: it throws Error cancelled.
using Progress = std::function<bool(double)>;

}  // namespace ringscope
