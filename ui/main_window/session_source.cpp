#include "ui/main_window/session_source.h"

#include "core/collective/host_executor.h"
#include "core/session/make_run.h"

namespace ringscope {

QList<QPair<QString, QString>> scenario_list() {
    QList<QPair<QString, QString>> list;
    for (const std::string& name : scenario_names())
        list.append(
            {QString::fromStdString(name), QString::fromStdString(load_scenario(name).title)});
    return list;
}

RunMaker run_maker(const Session& session, const opencl::PlacementRequest& placement) {
    return [session, placement] {
        return make_run(session, opencl::replica_sets(placement), opencl::executors(placement));
    };
}

std::shared_ptr<Recording> preview(const Session& session, const QString& place) {
    // The start frame is the session's own vectors, whoever holds them.
    const ExecutorFactory on_host = [&place](int world_size, std::int64_t length,
                                             const std::vector<std::int64_t>&) {
        PlacedExecutor placed;
        placed.executor = std::make_unique<HostExecutor>(world_size, length);
        RankPlace rank;
        rank.label = place.toStdString();
        placed.placement.ranks.assign(static_cast<std::size_t>(world_size), rank);
        return placed;
    };
    const std::unique_ptr<Run> run = make_run(session, {}, on_host);
    auto recording = std::make_shared<Recording>(run->info());
    recording->append(run->advance(Pace::watched));
    return recording;
}

}  // namespace ringscope
