#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope train`: runs a training spec, session or training scenario without a window.
void add_train_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
