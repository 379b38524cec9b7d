#pragma once

#include "app/command.h"

namespace ringscope {

// `ringscope bench all-reduce|train|record|paint|start`: see docs/performance.md.
void add_bench_command(CLI::App& app, Invocation& invocation);

}  // namespace ringscope
