#include "core/train/host_replica_set.h"

#include <algorithm>
#include <numeric>

#include "core/optim/host_optimizer.h"
#include "core/support/digest.h"
#include "core/support/error.h"

namespace ringscope {

namespace {

constexpr std::int64_t float_bytes = sizeof(float);

Placement host_placement(int world_size) {
    Placement placement;
    placement.kind = PlacementKind::host;
    placement.summary = "Host memory, without OpenCL: plain loops, one rank after another";
    for (int r = 0; r < world_size; ++r)
        placement.ranks.push_back({"host, replica " + std::to_string(r), "host", "none", 0, 0, 1});
    return placement;
}

}  // namespace

HostReplicaSet::HostReplicaSet(int world_size, ReplicaConfig config)
    : config_(std::move(config)),
      placement_(host_placement(world_size)),
      gradients_(world_size, parameter_count(config_.shape)),
      replicas_(static_cast<std::size_t>(world_size)) {
    expect(config_.max_samples.size() == replicas_.size(), "HostReplicaSet: a shard size a rank");
    for (Rank r = 0; r < world_size; ++r) check_budget(r);
    const auto parameters = static_cast<std::size_t>(gradients_.length());
    for (Replica& replica : replicas_) {
        replica.parameters.resize(parameters);
        replica.optimizer_state.resize(
            parameters * static_cast<std::size_t>(state_vectors(config_.optimizer.kind)));
    }
}

void HostReplicaSet::check_budget(Rank rank) const {
    if (!config_.memory_budget_bytes) return;
    const MemoryUse use = memory(rank);
    const std::int64_t needed = std::accumulate(use.begin(), use.end(), std::int64_t{0});
    if (needed > *config_.memory_budget_bytes)
        throw Error(ErrorCode::device_failed, "memory budget, rank " + std::to_string(rank),
                    "the replica needs " + std::to_string(needed) + " bytes, the budget is " +
                        std::to_string(*config_.memory_budget_bytes),
                    "Make the model or the batch smaller, or raise memory_budget_bytes");
}

void HostReplicaSet::write(Rank rank, std::int64_t offset, std::span<const float> values) {
    gradients_.write(rank, offset, values);
}

void HostReplicaSet::read(Rank rank, std::int64_t offset, std::span<float> values) {
    ++reads_.gradients;
    gradients_.read(rank, offset, values);
}

std::vector<TransferReport> HostReplicaSet::run(const Schedule& schedule, const Step& step,
                                                std::int64_t base) {
    return gradients_.run(schedule, step, base);
}

void HostReplicaSet::load_parameters(Rank rank, std::span<const float> values) {
    expect(values.size() == replica(rank).parameters.size(), "load_parameters: all parameters");
    std::copy(values.begin(), values.end(), replica(rank).parameters.begin());
}

void HostReplicaSet::load_optimizer_state(Rank rank, std::span<const float> values) {
    expect(values.size() == replica(rank).optimizer_state.size(),
           "load_optimizer_state: all of it");
    std::copy(values.begin(), values.end(), replica(rank).optimizer_state.begin());
}

void HostReplicaSet::load_shard(Rank rank, const ShardView& shard) {
    expect(shard.samples <= config_.max_samples.at(static_cast<std::size_t>(rank)),
           "load_shard: at most max_samples");
    Replica& replica = this->replica(rank);
    replica.samples = shard.samples;
    replica.x.assign(shard.x.begin(), shard.x.end());
    replica.classes.assign(shard.classes.begin(), shard.classes.end());
    replica.targets.assign(shard.targets.begin(), shard.targets.end());
}

void HostReplicaSet::forward() {
    for (Replica& replica : replicas_) {
        mlp_forward(config_.shape, replica.parameters, replica.x, replica.samples, replica.outputs);
        const Evaluation sum = mlp_loss(config_.shape, replica.outputs.back(), replica.shard());
        replica.loss =
            replica.samples == 0 ? 0 : sum.loss_sum / static_cast<double>(replica.samples);
    }
}

void HostReplicaSet::backward() {
    backward_layers(0, static_cast<int>(config_.shape.sizes.size()) - 1);
}

void HostReplicaSet::backward_layers(int first, int last) {
    const auto [begin, end] = parameters_of(layer_extents(config_.shape), first, last);
    std::vector<float> gradient(static_cast<std::size_t>(length()));
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& replica = this->replica(r);
        mlp_backward(config_.shape, replica.parameters, replica.shard(), replica.outputs, gradient,
                     first, last);
        gradients_.write(r, begin,
                         std::span(gradient).subspan(static_cast<std::size_t>(begin),
                                                     static_cast<std::size_t>(end - begin)));
    }
}

void HostReplicaSet::scale_gradient(Rank rank, float factor) {
    scale_part(rank, factor, {0, length()});
}

void HostReplicaSet::scale_gradients(std::span<const float> factors, const Chunk& part) {
    for (Rank r = 0; r < world_size(); ++r)
        scale_part(r, factors[static_cast<std::size_t>(r)], part);
}

void HostReplicaSet::scale_part(Rank rank, float factor, const Chunk& part) {
    std::vector<float> gradient(static_cast<std::size_t>(part.count));
    gradients_.read(rank, part.offset, gradient);
    for (float& value : gradient) value *= factor;
    gradients_.write(rank, part.offset, gradient);
}

void HostReplicaSet::stash_gradient(Rank rank) {
    Replica& replica = this->replica(rank);
    replica.stash.resize(static_cast<std::size_t>(length()));
    check_budget(rank);
    gradients_.read(rank, 0, replica.stash);
}

void HostReplicaSet::restore_gradient(Rank rank) {
    expect(!replica(rank).stash.empty(), "restore_gradient: after stash_gradient");
    gradients_.write(rank, 0, replica(rank).stash);
}

void HostReplicaSet::update(std::int64_t t) {
    std::vector<float> gradient(static_cast<std::size_t>(length()));
    for (Rank r = 0; r < world_size(); ++r) {
        gradients_.read(r, 0, gradient);
        optimizer_update(config_.optimizer, replica(r).parameters, gradient,
                         replica(r).optimizer_state, t);
    }
}

std::vector<double> HostReplicaSet::losses() {
    std::vector<double> all;
    for (const Replica& replica : replicas_) all.push_back(replica.loss);
    return all;
}

std::vector<std::uint64_t> HostReplicaSet::digests() {
    std::vector<std::uint64_t> all;
    for (const Replica& replica : replicas_) all.push_back(digest(replica.parameters));
    return all;
}

Evaluation HostReplicaSet::evaluate(Rank rank, const ShardView& samples) {
    LayerOutputs outputs;
    mlp_forward(config_.shape, replica(rank).parameters, samples.x, samples.samples, outputs);
    return mlp_loss(config_.shape, outputs.back(), samples);
}

std::vector<float> HostReplicaSet::outputs(Rank rank, std::span<const float> x) {
    LayerOutputs outputs;
    mlp_forward(config_.shape, replica(rank).parameters, x,
                std::ssize(x) / config_.shape.sizes.front(), outputs);
    return outputs.back();
}

std::vector<float> HostReplicaSet::read_parameters(Rank rank) {
    ++reads_.parameters;
    return replica(rank).parameters;
}

std::vector<float> HostReplicaSet::read_optimizer_state(Rank rank) {
    ++reads_.optimizer_state;
    return replica(rank).optimizer_state;
}

MemoryUse HostReplicaSet::memory(Rank rank) const {
    const auto index = static_cast<std::size_t>(rank);
    const std::int64_t vector_bytes = float_bytes * length();
    const std::int64_t samples = config_.max_samples[index];
    const MlpShape& shape = config_.shape;
    const std::int64_t neurons =
        std::accumulate(shape.sizes.begin() + 1, shape.sizes.end(), std::int64_t{0});
    const std::int64_t target_values = shape.loss == LossKind::mse ? shape.sizes.back() : 1;
    const std::int64_t stash = replicas_[index].stash.empty() ? 0 : vector_bytes;
    return {vector_bytes,
            vector_bytes,
            vector_bytes * state_vectors(config_.optimizer.kind),
            float_bytes * samples * neurons,
            float_bytes * samples * (shape.sizes.front() + target_values),
            float_bytes * config_.receive_elements[index] + stash};
}

ReplicaSetFactory host_replica_sets() {
    return [](int world_size, const ReplicaConfig& config) -> std::unique_ptr<ReplicaSet> {
        return std::make_unique<HostReplicaSet>(world_size, config);
    };
}

}  // namespace ringscope
