#pragma once

#include <string>
#include <vector>

#include "core/collective/host_executor.h"
#include "core/train/collective_run.h"
#include "core/train/host_replica_set.h"
#include "core/train/trainer.h"
#include "ui/stage/stage_scene.h"

namespace ringscope::test {

// All frames of one all-reduce on the host executor.
struct Played {
    std::shared_ptr<const RunInfo> info;
    std::vector<FramePtr> frames;

    StageScene scene(std::size_t frame, double progress) const {
        return {info, frames.at(frame), frame > 0 ? frames[frame - 1] : nullptr, progress, {}};
    }
};

inline ExecutorFactory host_factory() {
    return [](int world_size, std::int64_t length, const std::vector<std::int64_t>&) {
        PlacedExecutor placed;
        placed.executor = std::make_unique<HostExecutor>(world_size, length);
        placed.placement.kind = PlacementKind::host;
        placed.placement.summary = "host memory";
        for (int r = 0; r < world_size; ++r)
            placed.placement.ranks.push_back(
                {"partition " + std::to_string(r + 1) + " of " + std::to_string(world_size), "host",
                 "host", 0, 0, 1});
        return placed;
    };
}

inline Played play(std::vector<std::vector<float>> values,
                   Ownership ownership = Ownership::textbook,
                   const std::string& algorithm = "ring") {
    CollectiveRun run({"test", std::move(values), algorithm, ownership, "{}"}, host_factory());
    Played played{std::make_shared<RunInfo>(run.info()), {}};
    while (!run.finished()) played.frames.push_back(run.advance(Pace::watched));
    return played;
}

// The lesson's toy: device r holds 1, 2, 3, 4 times 10^r.
inline Played toy() {
    return play({{1, 2, 3, 4}, {10, 20, 30, 40}, {100, 200, 300, 400}, {1000, 2000, 3000, 4000}});
}

// Rank r holds r + 1 plus a small ramp.
inline Played ramp(int world_size, std::int64_t length) {
    std::vector<std::vector<float>> values(static_cast<std::size_t>(world_size));
    for (int r = 0; r < world_size; ++r)
        for (std::int64_t i = 0; i < length; ++i)
            values[static_cast<std::size_t>(r)].push_back(static_cast<float>(r + 1) * 0.31F +
                                                          static_cast<float>(i) * 0.017F);
    return play(std::move(values));
}

// All frames of a training on the host oracle: two moons, a small network, uneven shards.
inline Played train(int world_size, std::int64_t steps, std::vector<Fault> faults = {}) {
    TrainingSpec spec;
    spec.model.shape.sizes = {2, 8, 2};
    spec.data = GeneratedData{"moons", 64, 0.1, 1};
    spec.optimizer = {OptimizerKind::adam, 0.05};
    spec.world_size = world_size;
    spec.global_batch = 30;
    spec.steps = steps;
    spec.faults = std::move(faults);
    Trainer run(spec, "moons", "{}", [](int n, const ReplicaConfig& config) {
        return std::make_unique<HostReplicaSet>(n, config);
    });
    Played played{std::make_shared<RunInfo>(run.info()), {}};
    while (!run.finished()) played.frames.push_back(run.advance(Pace::watched));
    return played;
}

}  // namespace ringscope::test
