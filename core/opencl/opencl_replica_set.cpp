#include "core/opencl/opencl_replica_set.h"

#include <algorithm>
#include <numeric>

namespace ringscope::opencl {

namespace {

constexpr std::int64_t most_evaluated_at_once = 1024;
constexpr std::int64_t report_bytes = sizeof(Report);

}  // namespace

OpenClReplicaSet::Crew::Crew(Team ranks, const ReplicaConfig& config, KernelStyle style)
    : team(std::move(ranks)),
      mlp(style == KernelStyle::blocked ? blocked_mlp(*team.lane, config.shape)
                                        : readable_mlp(*team.lane, config.shape)),
      optimizer(*team.lane, config.optimizer),
      scale(team.lane->kernel("scale")),
      digest(team.lane->kernel("digest")) {}

OpenClReplicaSet::OpenClReplicaSet(std::shared_ptr<const Hardware> hardware,
                                   const ReplicaConfig& config, std::optional<KernelStyle> style)
    : config_(config),
      length_(parameter_count(config.shape)),
      hardware_(std::move(hardware)),
      ledger_(hardware_, config.memory_budget_bytes),
      lanes_(open_lanes(*hardware_)),
      joint_(open_joint_lane(*hardware_, lanes_)),
      gradients_(lanes_, joint_, open_lane_beside(*hardware_, lanes_, joint_), checked_ledger(),
                 MemoryCategory::gradients, length_, config.receive_elements),
      replicas_(lanes_.size()) {
    for (Team& team : teams_of(lanes_)) {
        const KernelStyle suits =
            team.lane->blocked_kernels() ? KernelStyle::blocked : KernelStyle::readable;
        crews_.push_back(std::make_unique<Crew>(std::move(team), config_, style.value_or(suits)));
    }
    for (const auto& lane : lanes_) lane->log_to(&log_);
    gradients_.log_to(&log_);
    for (Rank r = 0; r < world_size(); ++r) allocate(r);
    for (Rank r = 0; r < world_size(); ++r) {
        const Replica& own = replica(r);
        lane(r).clear({"clear parameters", r}, own.parameters, 0, length_);
        lane(r).clear({"clear optimizer state", r}, own.optimizer_state, 0,
                      own.optimizer_state.bytes() / 4);
        lane(r).clear({"clear report", r}, own.report, 0, own.report.bytes() / 4);
    }
}

// Adds up what the members of Replica and RankVectors are going to hold, before any is allocated.
MemoryLedger& OpenClReplicaSet::checked_ledger() {
    expect(config_.max_samples.size() == lanes_.size(), "OpenClReplicaSet: a shard size a rank");
    std::vector<std::int64_t> needed;
    for (std::size_t r = 0; r < lanes_.size(); ++r)
        needed.push_back(4 * length_ * (2 + state_vectors(config_.optimizer.kind)) +
                         total(Workspace::needed(config_.shape, config_.max_samples[r])) +
                         report_bytes + 4 * config_.receive_elements.at(r));
    ledger_.check_plan(needed);
    return ledger_;
}

void OpenClReplicaSet::allocate(Rank rank) {
    Replica& own = replica(rank);
    own.parameters = ledger_.allocate(rank, MemoryCategory::parameters, 4 * length_);
    own.optimizer_state = ledger_.allocate(rank, MemoryCategory::optimizer_state,
                                           4 * length_ * state_vectors(config_.optimizer.kind));
    own.workspace = Workspace(lane(rank), ledger_, rank, config_.shape,
                              config_.max_samples[static_cast<std::size_t>(rank)]);
    own.report = ledger_.allocate(rank, MemoryCategory::communication, report_bytes);
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

std::vector<TransferReport> OpenClReplicaSet::run_all(const Schedule& schedule, std::int64_t base) {
    return gradients_.run_all(schedule, base);
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
    opencl::load_shard(lane(rank), config_.shape, own.workspace, rank, shard);
    own.samples = shard.samples;
}

OpenClReplicaSet::Crew& OpenClReplicaSet::crew(Rank rank) {
    for (const auto& one : crews_)
        if (std::count(one->team.ranks.begin(), one->team.ranks.end(), rank) > 0) return *one;
    throw ContractError("OpenClReplicaSet: a rank of this set");
}

std::vector<Pass> OpenClReplicaSet::passes(const Crew& crew) const {
    std::vector<Pass> passes;
    for (const Rank r : crew.team.ranks) {
        const Replica& own = replica(r);
        passes.push_back(
            {r, own.samples, own.parameters, gradients_.buffer(r), own.workspace, own.report});
    }
    return passes;
}

void OpenClReplicaSet::forward() {
    for (const auto& crew : crews_) {
        crew->mlp->forward(passes(*crew));
        crew->team.lane->flush({"forward", crew->team.lane->rank()});
    }
    for (Replica& own : replicas_) own.loss_samples = own.samples;
    reports_read_ = false;
}

void OpenClReplicaSet::backward() {
    backward_layers(0, static_cast<int>(config_.shape.sizes.size()) - 1);
}

void OpenClReplicaSet::backward_layers(int first, int last) {
    const auto [begin, end] = parameters_of(layer_extents(config_.shape), first, last);
    for (const auto& crew : crews_) {
        for (const Rank r : crew->team.ranks) {
            gradients_.claim(r);
            if (replica(r).samples == 0)
                lane(r).clear({"backward", r}, gradients_.buffer(r), begin, end - begin);
        }
        crew->mlp->backward(passes(*crew), first, last);
        crew->team.lane->flush({"backward", crew->team.lane->rank()});
    }
}

Each OpenClReplicaSet::gradients_of(const Team& team) const {
    return team.each([&](Rank r) -> auto& { return gradients_.buffer(r); });
}

void OpenClReplicaSet::scale_gradient(Rank rank, float factor) {
    gradients_.claim(rank);
    const std::int64_t groups = element_groups(length_);
    lane(rank).launch_groups({"scale gradient", rank}, crew(rank).scale, groups, group_size,
                             Each{&gradients_.buffer(rank)}, groups, 0, length_,
                             EachFactor{factor});
}

void OpenClReplicaSet::scale_gradients(std::span<const float> factors, const Chunk& part) {
    const std::int64_t groups = element_groups(part.count);
    for (const auto& crew : crews_) {
        const Team& team = crew->team;
        EachFactor own{};
        for (std::size_t k = 0; k < team.ranks.size(); ++k) {
            gradients_.claim(team.ranks[k]);
            own[k] = factors[static_cast<std::size_t>(team.ranks[k])];
        }
        team.lane->launch_groups({"scale gradients", team.lane->rank(), -1, team.bits()},
                                 crew->scale, groups * std::ssize(team.ranks), group_size,
                                 gradients_of(team), groups, part.offset, part.count, own);
    }
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
    for (const auto& crew : crews_) {
        const Team& team = crew->team;
        crew->optimizer.update(
            {"update", team.lane->rank(), -1, team.bits()}, std::ssize(team.ranks),
            team.each([&](Rank r) -> auto& { return replica(r).parameters; }), gradients_of(team),
            team.each([&](Rank r) -> auto& { return replica(r).optimizer_state; }), length_, t);
        team.lane->flush({"update", team.lane->rank()});
    }
}

// All reads are under way before the first is waited for.
void OpenClReplicaSet::read_reports() {
    for (Rank r = 0; r < world_size(); ++r)
        lane(r).read_later({"read report", r}, {&replica(r).report, 0, report_bytes / 4},
                           &replica(r).read);
    for (const auto& crew : crews_) crew->team.lane->flush({"read reports"});
    for (const auto& crew : crews_) crew->team.lane->finish({"read reports"});
    reports_read_ = true;
}

std::vector<double> OpenClReplicaSet::losses() {
    if (!reports_read_) read_reports();
    std::vector<double> means;
    for (const Replica& own : replicas_) {
        const auto samples = static_cast<double>(own.loss_samples);
        means.push_back(samples == 0 ? 0 : evaluation_of(own.read).loss_sum / samples);
    }
    return means;
}

std::vector<std::uint64_t> OpenClReplicaSet::digests() {
    const std::int64_t groups = std::min(digest_parts, element_groups(length_));
    for (const auto& crew : crews_) {
        const Team& team = crew->team;
        team.lane->launch_groups({"digest", team.lane->rank(), -1, team.bits()}, crew->digest,
                                 groups * std::ssize(team.ranks), group_size,
                                 team.each([&](Rank r) -> auto& { return replica(r).parameters; }),
                                 team.each([&](Rank r) -> auto& { return replica(r).report; }),
                                 groups, length_);
    }
    read_reports();
    std::vector<std::uint64_t> all;
    for (const Replica& own : replicas_)
        all.push_back(
            std::accumulate(own.read.digests.begin(), own.read.digests.end(), std::uint64_t{0}));
    return all;
}

std::int64_t OpenClReplicaSet::evaluation_batch(Rank rank, std::int64_t samples) const {
    const std::int64_t wanted = std::min(samples, most_evaluated_at_once);
    const auto left = ledger_.left(rank);
    if (!left) return wanted;
    const std::int64_t one = total(Workspace::needed(config_.shape, 1));
    const std::int64_t each = total(Workspace::needed(config_.shape, 2)) - one;
    const std::int64_t fixed = one - each + report_bytes;
    return std::clamp<std::int64_t>((*left - fixed) / each, 1, wanted);
}

Evaluation OpenClReplicaSet::evaluate(Rank rank, const ShardView& samples) {
    Evaluation total;
    if (samples.samples == 0) return total;
    const std::int64_t batch = evaluation_batch(rank, samples.samples);
    // Batches are small enough for what the budget leaves. It may leave nothing at all: a training
    // that fitted is not refused its result.
    const MemoryLedger::WithoutBudget free(ledger_);
    const Workspace workspace(lane(rank), ledger_, rank, config_.shape, batch);
    const LedgerBuffer report = ledger_.allocate(rank, MemoryCategory::communication, report_bytes);
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
        opencl::load_shard(lane(rank), config_.shape, workspace, rank, part);
        const Pass pass{rank,      part.samples, replica(rank).parameters, gradients_.buffer(rank),
                        workspace, report};
        crew(rank).mlp->forward({&pass, 1});
        Report read;
        lane(rank).read({"read report", rank}, {&report, 0, report_bytes / 4}, &read);
        const Evaluation one = evaluation_of(read);
        total.loss_sum += one.loss_sum;
        total.correct += one.correct;
    }
    return total;
}

std::vector<float> OpenClReplicaSet::outputs(Rank rank, std::span<const float> x) {
    const auto inputs = static_cast<std::size_t>(config_.shape.sizes.front());
    const auto width = static_cast<std::size_t>(config_.shape.sizes.back());
    const std::size_t samples = x.size() / inputs;
    std::vector<float> all(samples * width);
    if (samples == 0) return all;
    const std::int64_t batch = evaluation_batch(rank, static_cast<std::int64_t>(samples));
    const MemoryLedger::WithoutBudget free(ledger_);
    const Workspace workspace(lane(rank), ledger_, rank, config_.shape, batch);
    const LedgerBuffer report = ledger_.allocate(rank, MemoryCategory::communication, report_bytes);
    // The blocked kernels put derivatives in the place of the outputs at once; these do not.
    const auto kernels = readable_mlp(lane(rank), config_.shape);
    // The loss comes with a forward pass; these targets make it one of no interest.
    const bool mse = config_.shape.loss == LossKind::mse;
    const std::vector<int> classes(mse ? 0 : static_cast<std::size_t>(batch));
    const std::vector<float> targets(mse ? static_cast<std::size_t>(batch) * width : 0);
    for (std::size_t first = 0; first < samples; first += static_cast<std::size_t>(batch)) {
        const std::size_t count = std::min(static_cast<std::size_t>(batch), samples - first);
        ShardView part{
            static_cast<std::int64_t>(count), x.subspan(first * inputs, count * inputs), {}, {}};
        if (mse)
            part.targets = std::span(targets).first(count * width);
        else
            part.classes = std::span(classes).first(count);
        opencl::load_shard(lane(rank), config_.shape, workspace, rank, part);
        const Pass pass{rank,      part.samples, replica(rank).parameters, gradients_.buffer(rank),
                        workspace, report};
        kernels->forward({&pass, 1});
        lane(rank).read({"read outputs", rank},
                        {&workspace.work, workspace.outputs_at.back(),
                         static_cast<std::int64_t>(count * width)},
                        all.data() + first * width);
    }
    return all;
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
