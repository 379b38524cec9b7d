#pragma once

namespace ringscope {

// The program's version, as written into files.
inline constexpr const char* version = "0.1.0";

}  // namespace ringscope
