#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope ring`: one all-reduce of given vectors on the devices, step by step.
void add_ring_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
