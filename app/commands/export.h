#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope export`: figures and charts of a scenario, session or recording, without a display.
void add_export_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
