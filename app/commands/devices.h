#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope devices`: the OpenCL devices, and how ranks would be placed on them.
void add_devices_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
