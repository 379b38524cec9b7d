#include "core/session/make_run.h"

#include "core/train/collective_run.h"
#include "core/train/trainer.h"

namespace ringscope {

std::unique_ptr<Run> make_run(const Session& session, const ReplicaSetFactory& make_replicas,
                              const ExecutorFactory& make_executor) {
    std::string text = json_text(session);
    if (session.kind() == RunKind::train)
        return std::make_unique<Trainer>(session.training(), session.title, std::move(text),
                                         make_replicas);
    CollectiveSession collective;
    collective.title = session.title;
    collective.values = session.collective().values;
    collective.algorithm = session.collective().algorithm;
    collective.ownership = session.collective().ownership;
    collective.session_json = std::move(text);
    return std::make_unique<CollectiveRun>(std::move(collective), make_executor);
}

}  // namespace ringscope
