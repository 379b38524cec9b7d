#include "core/opencl/opencl_replica_set.h"

#include <algorithm>
#include <numeric>

namespace ringscope::opencl {

namespace {

// Work-groups that a digest is spread over: that many sums of 8 bytes are read a rank.
constexpr std::int64_t most_digest_groups = 16;
constexpr std::int64_t most_evaluated_at_once = 1024;

}  // namespace

OpenClReplicaSet::Replica::Replica(Lane& lane, const ReplicaConfig& config)
    : mlp(lane, config.shape),
      optimizer(lane, config.optimizer),
      scale(lane.kernel("scale")),
      digest(lane.kernel("digest")) {}

OpenClReplicaSet::OpenClReplicaSet(std::shared_ptr<const Hardware> hardware,
                                   const ReplicaConfig& config)
    : config_(config),
      length_(parameter_count(config.shape)),
      digest_groups_(std::min(most_digest_groups, (length_ + 63) / 64)),
      hardware_(std::move(hardware)),
      ledger_(hardware_, config.memory_budget_bytes),
      lanes_(open_lanes(*hardware_)),
      gradients_(lanes_, checked_ledger(), MemoryCategory::gradients, length_,
                 config.receive_capacity) {
    for (const auto& lane : lanes_) replicas_.push_back(std::make_unique<Replica>(*lane, config_));
    for (Rank r = 0; r < world_size(); ++r) allocate(r);
    for (Rank r = 0; r < world_size(); ++r) {
        const Replica& own = replica(r);
        lane(r).clear({"clear parameters", r}, own.parameters, 0, length_);
        lane(r).clear({"clear optimizer state", r}, own.optimizer_state, 0,
                      own.optimizer_state.bytes() / 4);
    }
}

// Adds up what the members of Replica and RankVectors are going to hold, before any is allocated.
MemoryLedger& OpenClReplicaSet::checked_ledger() {
    expect(config_.max_samples.size() == lanes_.size(), "OpenClReplicaSet: a shard size a rank");
    std::vector<std::int64_t> needed;
    for (const std::int64_t samples : config_.max_samples)
        needed.push_back(4 * length_ * (2 + state_vectors(config_.optimizer.kind)) +
                         total(Workspace::needed(config_.shape, samples)) + 8 * digest_groups_ +
                         (lanes_.size() > 1 ? 4 * config_.receive_capacity : 0));
    ledger_.check_plan(needed);
    return ledger_;
}

void OpenClReplicaSet::allocate(Rank rank) {
    Replica& own = replica(rank);
    own.parameters = ledger_.allocate(rank, MemoryCategory::parameters, 4 * length_);
    own.optimizer_state = ledger_.allocate(rank, MemoryCategory::optimizer_state,
                                           4 * length_ * state_vectors(config_.optimizer.kind));
    own.workspace = Workspace(ledger_, rank, config_.shape,
                              config_.max_samples[static_cast<std::size_t>(rank)]);
    own.digest_partials = ledger_.allocate(rank, MemoryCategory::communication, 8 * digest_groups_);
}

void OpenClReplicaSet::write(Rank rank, std::int64_t offset, std::span<const float> values) {
    gradients_.write(rank, offset, values);
}

void OpenClReplicaSet::read(Rank rank, std::int64_t offset, std::span<float> values) {
    ++reads_.gradients;
    gradients_.read(rank, offset, values);
}

std::vector<TransferReport> OpenClReplicaSet::run(const Schedule& schedule, const Step& step,
                                                  std::int64_t base) {
    return gradients_.run(schedule, step, base);
}

void OpenClReplicaSet::load_parameters(Rank rank, std::span<const float> values) {
    expect(std::ssize(values) == length_, "load_parameters: all parameters");
    lane(rank).write({"load parameters", rank}, replica(rank).parameters, 0, values.data(),
                     static_cast<std::int64_t>(values.size_bytes()));
}

void OpenClReplicaSet::load_optimizer_state(Rank rank, std::span<const float> values) {
    expect(static_cast<std::int64_t>(values.size_bytes()) == replica(rank).optimizer_state.bytes(),
           "load_optimizer_state: all of it");
    lane(rank).write({"load optimizer state", rank}, replica(rank).optimizer_state, 0,
                     values.data(), static_cast<std::int64_t>(values.size_bytes()));
}

void OpenClReplicaSet::load_shard(Rank rank, const ShardView& shard) {
    Replica& own = replica(rank);
    own.mlp.load(own.workspace, shard);
    own.samples = shard.samples;
}

void OpenClReplicaSet::forward() {
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& own = replica(r);
        own.mlp.forward(own.workspace, own.parameters, own.samples);
        own.loss_samples = own.samples;
        lane(r).flush({"forward", r});
    }
}

void OpenClReplicaSet::backward() {
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& own = replica(r);
        gradients_.claim(r);
        if (own.samples == 0) lane(r).clear({"backward", r}, gradients_.buffer(r), 0, length_);
        own.mlp.backward(own.workspace, own.parameters, own.samples, gradients_.buffer(r));
        lane(r).flush({"backward", r});
    }
}

void OpenClReplicaSet::scale_gradient(Rank rank, float factor) {
    gradients_.claim(rank);
    lane(rank).launch({"scale gradient", rank}, replica(rank).scale, length_,
                      gradients_.buffer(rank), 0, length_, factor);
}

void OpenClReplicaSet::stash_gradient(Rank rank) {
    Replica& own = replica(rank);
    if (!own.stash) own.stash = ledger_.allocate(rank, MemoryCategory::communication, 4 * length_);
    lane(rank).copy({"stash gradient", rank}, {&gradients_.buffer(rank), 0, length_}, own.stash, 0);
}

void OpenClReplicaSet::restore_gradient(Rank rank) {
    Replica& own = replica(rank);
    expect(static_cast<bool>(own.stash), "restore_gradient: after stash_gradient");
    gradients_.claim(rank);
    lane(rank).copy({"restore gradient", rank}, {&own.stash, 0, length_}, gradients_.buffer(rank),
                    0);
}

void OpenClReplicaSet::update(std::int64_t t) {
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& own = replica(r);
        own.optimizer.update(own.parameters, gradients_.buffer(r), own.optimizer_state, length_, t);
        lane(r).flush({"update", r});
    }
}

std::vector<double> OpenClReplicaSet::losses() {
    std::vector<double> means;
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& own = replica(r);
        const auto samples = static_cast<double>(own.loss_samples);
        means.push_back(samples == 0 ? 0 : own.mlp.read_loss(own.workspace).loss_sum / samples);
    }
    return means;
}

std::vector<std::uint64_t> OpenClReplicaSet::digests() {
    for (Rank r = 0; r < world_size(); ++r) {
        Replica& own = replica(r);
        lane(r).launch({"digest", r}, own.digest, 64 * digest_groups_, own.parameters,
                       own.digest_partials, length_);
        lane(r).flush({"digest", r});
    }
    std::vector<std::uint64_t> all;
    std::vector<cl_ulong> partials(static_cast<std::size_t>(digest_groups_));
    for (Rank r = 0; r < world_size(); ++r) {
        lane(r).read({"read digest", r}, {&replica(r).digest_partials, 0, 2 * digest_groups_},
                     partials.data());
        all.push_back(std::accumulate(partials.begin(), partials.end(), std::uint64_t{0}));
    }
    return all;
}

std::int64_t OpenClReplicaSet::evaluation_batch(Rank rank, std::int64_t samples) const {
    const std::int64_t wanted = std::min(samples, most_evaluated_at_once);
    const auto left = ledger_.left(rank);
    if (!left) return wanted;
    const std::int64_t fixed = 4 * 2 * loss_parts;
    const std::int64_t each = total(Workspace::needed(config_.shape, 1)) - fixed;
    return std::clamp<std::int64_t>((*left - fixed) / each, 1, wanted);
}

Evaluation OpenClReplicaSet::evaluate(Rank rank, const ShardView& samples) {
    Evaluation total;
    if (samples.samples == 0) return total;
    Replica& own = replica(rank);
    const std::int64_t batch = evaluation_batch(rank, samples.samples);
    // Batches are small enough for what the budget leaves. It may leave nothing at all: a training
    // that fitted is not refused its result.
    const MemoryLedger::WithoutBudget free(ledger_);
    Workspace workspace(ledger_, rank, config_.shape, batch);
    const auto inputs = static_cast<std::size_t>(config_.shape.sizes.front());
    const auto outputs = static_cast<std::size_t>(config_.shape.sizes.back());
    for (std::int64_t first = 0; first < samples.samples; first += batch) {
        const auto begin = static_cast<std::size_t>(first);
        const auto count = static_cast<std::size_t>(std::min(batch, samples.samples - first));
        ShardView part{static_cast<std::int64_t>(count),
                       samples.x.subspan(begin * inputs, count * inputs),
                       {},
                       {}};
        if (config_.shape.loss == LossKind::mse)
            part.targets = samples.targets.subspan(begin * outputs, count * outputs);
        else
            part.classes = samples.classes.subspan(begin, count);
        own.mlp.load(workspace, part);
        own.mlp.forward(workspace, own.parameters, part.samples);
        const Evaluation one = own.mlp.read_loss(workspace);
        total.loss_sum += one.loss_sum;
        total.correct += one.correct;
    }
    return total;
}

std::vector<float> OpenClReplicaSet::read_all(Rank rank, const char* what,
                                              const LedgerBuffer& buffer) {
    std::vector<float> values(static_cast<std::size_t>(buffer.bytes() / 4));
    lane(rank).read({what, rank}, {&buffer, 0, std::ssize(values)}, values.data());
    return values;
}

std::vector<float> OpenClReplicaSet::read_parameters(Rank rank) {
    ++reads_.parameters;
    return read_all(rank, "read parameters", replica(rank).parameters);
}

std::vector<float> OpenClReplicaSet::read_optimizer_state(Rank rank) {
    ++reads_.optimizer_state;
    return read_all(rank, "read optimizer state", replica(rank).optimizer_state);
}

}  // namespace ringscope::opencl
