#pragma once

namespace ringscope {

// Makes the first Ctrl-C (SIGINT) or SIGTERM only set a flag, so that a long command can save what
// it has and end. A second one ends the process at once.
void catch_interrupts();

// True once the user asked to stop. Any thread; long commands look at it between frames.
bool interrupted() noexcept;

}  // namespace ringscope
