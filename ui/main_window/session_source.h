#pragma once

#include <QList>
#include <QPair>
#include <QString>
#include <memory>

#include "core/opencl/factory.h"
#include "core/session/session.h"
#include "ui/playback/engine_worker.h"

namespace ringscope {

// Name and title of the scenarios that ship with the program.
QList<QPair<QString, QString>> scenario_list();

// Makes the session's run on the devices asked for.
RunMaker run_maker(const Session& session, const opencl::PlacementRequest& placement);

// The start frame of a collective session from its own numbers: no device is asked. `place` is what
// stands where each rank's device will be named.
std::shared_ptr<Recording> preview(const Session& session, const QString& place);

}  // namespace ringscope
