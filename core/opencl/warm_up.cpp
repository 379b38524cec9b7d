#include "core/collective/ring.h"
#include "core/opencl/opencl_replica_set.h"

namespace ringscope::opencl {

namespace {

// One training iteration of the smallest network, with every operation that a run uses.
void run_once(const std::shared_ptr<const Hardware>& hardware, LossKind loss, OptimizerKind kind) {
    const int world_size = static_cast<int>(hardware->ranks.size());
    ReplicaConfig config;
    config.shape = {{2, 2, 2}, Activation::tanh, loss};
    config.optimizer.kind = kind;
    config.max_samples.assign(hardware->ranks.size(), 1);
    config.receive_elements.assign(hardware->ranks.size(), parameter_count(config.shape));
    OpenClReplicaSet replicas(hardware, config);
    const std::vector<float> values{0, 0};
    const std::vector<int> classes{0};
    for (Rank r = 0; r < world_size; ++r) replicas.load_shard(r, {1, values, classes, values});
    replicas.forward();
    replicas.backward();
    const Schedule ring = ring_all_reduce(world_size, replicas.length(), Ownership::textbook);
    for (const Step& step : ring.steps) replicas.run(ring, step, 0);
    for (Rank r = 0; r < world_size; ++r) replicas.scale_gradient(r, 1);
    replicas.update(1);
    replicas.digests();
    replicas.finish();
}

}  // namespace

// Drivers compile a kernel once more for the way in which it is launched: so each is launched.
void warm_up(int world_size, const PlacementRequest& request) {
    const auto hardware = open_hardware(world_size, request);
    run_once(hardware, LossKind::cross_entropy, OptimizerKind::sgd);
    run_once(hardware, LossKind::mse, OptimizerKind::momentum);
    run_once(hardware, LossKind::cross_entropy, OptimizerKind::adam);
}

}  // namespace ringscope::opencl
