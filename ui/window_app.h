#pragma once

#include <string>

#include "core/opencl/factory.h"

namespace ringscope {

// Opens the main window and runs Qt's event loop until it is closed; returns the exit code.
// open: a session, a recording or a scenario's name; empty: the window's own start scenario.
// The driver has been prepared (opencl::prepare_driver) and no OpenCL call has been made yet. A
// display, or QT_QPA_PLATFORM, is there. Errors about `open` are shown in the window. Main thread.
int run_window(int argc, char** argv, const std::string& open,
               const opencl::PlacementRequest& placement);

}  // namespace ringscope
