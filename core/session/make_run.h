#pragma once

#include <memory>

#include "core/session/session.h"
#include "core/train/run.h"

namespace ringscope {

// The run that a session describes, on the devices that the factories know: a Trainer or a
// CollectiveRun. Belongs to the calling thread. Throws Error: bad_input from the data, no_device or
// device_failed from the factory.
std::unique_ptr<Run> make_run(const Session& session, const ReplicaSetFactory& make_replicas,
                              const ExecutorFactory& make_executor);

}  // namespace ringscope
