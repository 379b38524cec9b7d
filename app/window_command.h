#pragma once

#include <string>

#include "app/command.h"

namespace ringscope {

// Opens the window on `open` (file or scenario; may be empty). Throws Error bad_input where there
// is no display or the program was built without the window.
int open_window(int argc, char** argv, const std::string& open, const CommonOptions& options);

}  // namespace ringscope
