#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope replay`: reads a recording, checks it, prints a summary or one frame.
void add_replay_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
