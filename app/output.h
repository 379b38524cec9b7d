#pragma once

namespace ringscope {

// Hands standard output's buffer to the system. Throws Error bad_input when what was written there
// did not arrive, for instance on a full disk.
void flush_output();

}  // namespace ringscope
