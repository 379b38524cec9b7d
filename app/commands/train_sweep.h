#pragma once

#include "app/command.h"
#include "core/session/session.h"

namespace ringscope {

// Trains the session once for each of its world sizes (1, 2, 4, 8 for one that names none) and
// prints what was measured: a table, or a JSON object a line, each as soon as it is known. Throws
// Error replicas_differ when replicas did, cancelled when it was stopped.
int run_sweep(const Session& session, const CommonOptions& common, bool json);

}  // namespace ringscope
