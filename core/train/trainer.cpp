#include "core/train/trainer.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/model/initial_parameters.h"
#include "core/support/digest.h"
#include "core/support/error.h"
#include "core/support/version.h"
#include "core/train/buckets.h"
#include "core/train/faults.h"
#include "core/train/spec_json.h"

namespace ringscope {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

RunInfo describe(const TrainingSpec& spec, std::string title, std::string session_json) {
    RunInfo info;
    info.kind = RunKind::train;
    info.title = std::move(title);
    info.session_json = std::move(session_json);
    info.world_size = spec.world_size;
    info.length = parameter_count(spec.model.shape);
    for (const Chunk& extent : bucket_extents(spec.model.shape, spec.collective.bucket_bytes))
        info.buckets.push_back(
            {extent.offset, make_all_reduce(spec.collective.algorithm, spec.world_size,
                                            extent.count, spec.collective.ownership)});
    info.shape = spec.model.shape;
    info.optimizer = spec.optimizer;
    info.planned_iterations = spec.steps;
    info.memory_budget_bytes = spec.memory_budget_bytes;
    info.program_version = version;
    return info;
}

Work work_of(const Stage& stage, const MlpShape& shape) {
    Work work;
    switch (stage.phase) {
        case FramePhase::shard: work.kind = WorkKind::shard; break;
        case FramePhase::forward: work.kind = WorkKind::forward; break;
        case FramePhase::backward:
            work = {WorkKind::backward, 0, static_cast<int>(shape.sizes.size()) - 1};
            break;
        case FramePhase::weight: work.kind = WorkKind::weight; break;
        case FramePhase::divide: work.kind = WorkKind::divide; break;
        case FramePhase::update: work.kind = WorkKind::update; break;
        case FramePhase::equality: work.kind = WorkKind::equality; break;
        default:
            work.kind = WorkKind::all_reduce;
            work.bucket = stage.bucket;
            work.step = stage.schedule_step;
    }
    return work;
}

bool all_equal(const std::vector<std::uint64_t>& digests) {
    return std::all_of(digests.begin(), digests.end(),
                       [&](std::uint64_t digest) { return digest == digests.front(); });
}

ShardView view_of(const Samples& samples) {
    return {samples.count, samples.x, samples.classes, samples.targets};
}

}  // namespace

Trainer::Trainer(TrainingSpec spec, std::string title, std::string session_json,
                 const ReplicaSetFactory& factory)
    : spec_(std::move(spec)),
      data_(load_dataset(spec_.data, spec_.model.shape)),
      info_(describe(spec_, std::move(title), std::move(session_json))),
      replicas_(make_replicas(factory)),
      recorder_(*replicas_, info_.buckets),
      shards_(data_.train, spec_.model.shape, spec_.sharding, spec_.shuffle, spec_.model.seed),
      faults_(spec_.faults),
      bytes_sent_(static_cast<std::size_t>(spec_.world_size)) {
    info_.placement = replicas_->placement();
    load_initial_parameters();
}

std::unique_ptr<ReplicaSet> Trainer::make_replicas(const ReplicaSetFactory& factory) const {
    check_even_shards(spec_, data_.train.count, info_.title);
    ReplicaConfig config;
    config.shape = spec_.model.shape;
    config.optimizer = spec_.optimizer;
    config.memory_budget_bytes = spec_.memory_budget_bytes;
    const std::int64_t largest_batch = std::min(spec_.batch(), data_.train.count);
    for (Rank r = 0; r < spec_.world_size; ++r)
        config.max_samples.push_back(shard_size(largest_batch, r, spec_.world_size));
    config.receive_elements.assign(static_cast<std::size_t>(spec_.world_size), 0);
    for (const Bucket& bucket : info_.buckets) {
        const std::vector<std::int64_t> needed = receive_elements(bucket.schedule);
        for (std::size_t r = 0; r < needed.size(); ++r)
            config.receive_elements[r] = std::max(config.receive_elements[r], needed[r]);
    }
    return factory(spec_.world_size, config);
}

void Trainer::load_initial_parameters() {
    const MlpShape& shape = spec_.model.shape;
    const std::vector<float> initial = spec_.model.initial_parameters.empty()
                                           ? initial_parameters(shape, spec_.model.seed)
                                           : spec_.model.initial_parameters;
    for (Rank r = 0; r < spec_.world_size; ++r) {
        const bool other = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
            return fault.kind == FaultKind::other_seed && concerns(fault, r);
        });
        if (other)
            replicas_->load_parameters(
                r, initial_parameters(shape,
                                      mix64(spec_.model.seed + static_cast<std::uint64_t>(r) + 1)));
        else
            replicas_->load_parameters(r, initial);
    }
}

FaultLimits Trainer::fault_limits() const {
    return {info_.world_size, info_.length, info_.buckets.front().schedule};
}

void Trainer::set_faults(std::vector<Fault> faults) {
    for (Fault& fault : faults)
        if (fault.from < 0) fault.from = iteration_ + (plan_ ? 1 : 0);
    check_faults(faults, fault_limits());
    TrainingSpec changed = spec_;
    changed.faults = faults;
    check_even_shards(changed, data_.train.count, info_.title);
    faults_ = std::move(faults);
    if (!started_) load_initial_parameters();
}

std::int64_t Trainer::updates() const {
    // In an iteration the parameters change with its update alone.
    const bool updated = plan_ && next_stage_ > 0 &&
                         (plan_->stages[next_stage_ - 1].phase == FramePhase::update ||
                          plan_->stages[next_stage_ - 1].phase == FramePhase::equality);
    return iteration_ + (updated ? 1 : 0);
}

bool Trainer::finished() const { return started_ && !plan_ && iteration_ >= spec_.steps; }

void Trainer::begin_iteration() {
    plan_ = plan_iteration(spec_, faults_, info_.buckets, iteration_, data_.train.count);
    next_stage_ = 0;
    losses_.clear();
    bytes_sent_.assign(bytes_sent_.size(), 0);
    fault_words_.clear();
    for (const Fault& fault : plan_->faults)
        if (fault.kind != FaultKind::stale_chunk ||
            stale_.known(fault, info_.buckets.front().schedule, iteration_))
            fault_words_.push_back(in_words(fault));
}

FramePtr Trainer::advance(Pace pace) {
    expect(!finished(), "Trainer::advance: not finished");
    if (!started_) return start_frame();
    if (!plan_) begin_iteration();
    FramePtr frame = pace == Pace::watched ? watched_frame() : free_frame();
    if (next_stage_ == plan_->stages.size()) {
        plan_.reset();
        ++iteration_;
    }
    return frame;
}

void Trainer::execute(const Stage& stage) {
    wait_for_stragglers(stage);
    replicas_->next_work(work_of(stage, spec_.model.shape));
    switch (stage.phase) {
        case FramePhase::shard: return load_shards();
        case FramePhase::forward: return replicas_->forward();
        case FramePhase::backward: replicas_->backward(); return finish_backward();
        case FramePhase::weight:
            return replicas_->scale_gradients(plan_->weight, {0, info_.length});
        case FramePhase::reduce_scatter:
        case FramePhase::all_gather:
        case FramePhase::reduce:
        case FramePhase::broadcast:
        case FramePhase::exchange: return run_step(stage);
        case FramePhase::divide:
            for (Rank r = 0; r < spec_.world_size; ++r)
                if (const float factor = plan_->divide[static_cast<std::size_t>(r)]; factor != 1)
                    replicas_->scale_gradient(r, factor);
            return;
        case FramePhase::update:
            for (Rank r = 0; r < spec_.world_size; ++r)
                if (plan_->own_gradient[static_cast<std::size_t>(r)])
                    replicas_->restore_gradient(r);
            return replicas_->update(iteration_ + 1);
        case FramePhase::equality: return compare();
        default: expect(false, "Trainer::execute: a stage of a plan");
    }
}

void Trainer::wait_for_stragglers(const Stage& stage) {
    if (plan_->delay_seconds <= 0 || stage.phase == FramePhase::equality) return;
    if (stage.schedule_step > 0) {
        const auto& steps = info_.buckets[static_cast<std::size_t>(stage.bucket)].schedule.steps;
        const auto k = static_cast<std::size_t>(stage.schedule_step);
        if (steps[k].phase == steps[k - 1].phase) return;  // once a phase
    }
    // The others have finished the phase before and wait.
    replicas_->finish();
    std::this_thread::sleep_for(std::chrono::duration<double>(plan_->delay_seconds));
}

void Trainer::load_shards() {
    flip_bits();
    for (Rank r = 0; r < spec_.world_size; ++r)
        replicas_->load_shard(r, shards_.shard(plan_->batch, r, spec_.world_size));
}

void Trainer::flip_bits() {
    for (const Fault& fault : plan_->faults) {
        if (fault.kind != FaultKind::flip_bit) continue;
        for (Rank r = 0; r < spec_.world_size; ++r) {
            if (!concerns(fault, r)) continue;
            std::vector<float> values = replicas_->read_parameters(r);
            float& value = values[static_cast<std::size_t>(fault.index)];
            value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^ (1U << fault.bit));
            replicas_->load_parameters(r, values);
        }
    }
}

// What faults do to the local gradients, before anything leaves the rank.
void Trainer::finish_backward() {
    for (Rank r = 0; r < spec_.world_size; ++r) {
        const auto i = static_cast<std::size_t>(r);
        if (plan_->gradient_factor[i] != 1) replicas_->scale_gradient(r, plan_->gradient_factor[i]);
        for (const Fault& fault : plan_->faults)
            if (fault.kind == FaultKind::nan && concerns(fault, r)) {
                const float nan = std::numeric_limits<float>::quiet_NaN();
                replicas_->write(r, fault.index, std::span(&nan, 1));
            }
        if (plan_->own_gradient[i]) replicas_->stash_gradient(r);
    }
}

// Whether nothing happens between the steps of an all-reduce, so that they may be run at once.
bool Trainer::undisturbed() const {
    const auto has_stale = [](const std::vector<Fault>& faults) {
        return std::any_of(faults.begin(), faults.end(),
                           [](const Fault& fault) { return fault.kind == FaultKind::stale_chunk; });
    };
    // A switch that was moved during the iteration is in one of them only.
    const bool stale = has_stale(faults_) || has_stale(plan_->faults);
    return plan_->delay_seconds <= 0 && !stale;
}

// All steps of a bucket's all-reduce; returns their number.
std::size_t Trainer::run_bucket(int number) {
    const Bucket& bucket = info_.buckets[static_cast<std::size_t>(number)];
    replicas_->next_work({WorkKind::all_reduce, -1, -1, number});
    for (const TransferReport& report : replicas_->run_all(bucket.schedule, bucket.offset))
        bytes_sent_[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
    return bucket.schedule.steps.size();
}

void Trainer::run_step(const Stage& stage) {
    const Bucket& bucket = info_.buckets[static_cast<std::size_t>(stage.bucket)];
    const Step& step = bucket.schedule.steps[static_cast<std::size_t>(stage.schedule_step)];
    if (stage.bucket == 0)
        stale_.before_step(*replicas_, faults_, plan_->faults, bucket.schedule, bucket.offset,
                           stage.schedule_step, iteration_);
    // Read again, so that values changed in a device's buffer since the last frame are shown.
    if (watching_) recorder_.read_gradients(stage.bucket);
    reports_ = replicas_->run(bucket.schedule, step, bucket.offset);
    for (const TransferReport& report : reports_) {
        bytes_sent_[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
        if (watching_)
            transfers_.push_back(record_transfer(
                report, bucket.schedule.chunks[static_cast<std::size_t>(report.transfer.chunk)],
                bucket.offset, *recorder_.gradient(report.transfer.from),
                *recorder_.gradient(report.transfer.to)));
    }
    stale_.after_step(*replicas_);
}

void Trainer::compare() { digests_ = replicas_->digests(); }

std::shared_ptr<Frame> Trainer::new_frame(FramePhase phase) {
    auto frame = std::make_shared<Frame>();
    frame->iteration = iteration_;
    frame->phase = phase;
    frame->ranks.resize(static_cast<std::size_t>(spec_.world_size));
    for (Rank r = 0; r < spec_.world_size; ++r)
        frame->ranks[static_cast<std::size_t>(r)].memory = replicas_->memory(r);
    const bool compared = phase == FramePhase::start || phase == FramePhase::equality ||
                          phase == FramePhase::iteration;
    if (compared) {
        frame->identical = all_equal(digests_);
        for (std::size_t r = 0; r < digests_.size(); ++r) frame->ranks[r].digest = digests_[r];
    }
    if (!plan_) return frame;

    frame->first_sample = plan_->batch.first;
    frame->batch = plan_->batch.count;
    frame->active_faults = fault_words_;
    if (!losses_.empty()) frame->loss = 0.0;
    for (std::size_t r = 0; r < frame->ranks.size(); ++r) {
        RankRecord& rank = frame->ranks[r];
        rank.samples = plan_->samples[r];
        rank.bytes_sent = bytes_sent_[r];
        if (losses_.empty()) continue;
        rank.loss = losses_[r];
        if (rank.samples > 0)
            *frame->loss +=
                losses_[r] * static_cast<double>(rank.samples) / static_cast<double>(frame->batch);
    }
    return frame;
}

FramePtr Trainer::start_frame() {
    const auto begin = Clock::now();
    started_ = true;
    compare();
    auto frame = new_frame(FramePhase::start);
    frame->seconds = seconds_since(begin);
    for (const Fault& fault : faults_)
        if (fault.kind == FaultKind::other_seed) frame->active_faults.push_back(in_words(fault));
    recorder_.read_parameters();
    for (Rank r = 0; r < spec_.world_size; ++r)
        frame->ranks[static_cast<std::size_t>(r)].parameters = recorder_.parameters(r);
    return frame;
}

FramePtr Trainer::watched_frame() {
    const Stage stage = plan_->stages[next_stage_];
    watching_ = true;
    reports_.clear();
    transfers_.clear();
    const auto begin = Clock::now();
    replicas_->begin_spans(begin);
    execute(stage);
    replicas_->finish();
    const double seconds = seconds_since(begin);
    std::vector<WorkSpan> spans = replicas_->spans();
    watching_ = false;
    ++next_stage_;
    if (stage.phase == FramePhase::forward) losses_ = replicas_->losses();
    auto frame = new_frame(stage.phase);
    frame->seconds = seconds;
    frame->spans = std::move(spans);
    record(stage, *frame);
    return frame;
}

// Reads what a frame of this stage shows, as far as the stage may have changed it.
void Trainer::record(const Stage& stage, Frame& frame) {
    if (stage.schedule_step >= 0) {
        const Schedule& schedule = info_.buckets[static_cast<std::size_t>(stage.bucket)].schedule;
        const Step& step = schedule.steps[static_cast<std::size_t>(stage.schedule_step)];
        frame.bucket = stage.bucket;
        frame.step = step.index_in_phase;
        frame.steps_in_phase = steps_in_phase(schedule, step.phase);
        frame.schedule_step = stage.schedule_step;
        frame.transfers = std::move(transfers_);
    }
    switch (stage.phase) {
        case FramePhase::shard:
            recorder_.drop_gradients();
            recorder_.read_parameters();
            break;
        case FramePhase::forward: break;
        case FramePhase::update:
            recorder_.read_gradients(0);
            recorder_.read_parameters();
            break;
        case FramePhase::equality: recorder_.read_parameters_unless(digests_); break;
        default: recorder_.read_gradients(stage.bucket);
    }
    if (!recorder_.has_parameters()) recorder_.read_parameters();
    for (Rank r = 0; r < spec_.world_size; ++r) {
        RankRecord& rank = frame.ranks[static_cast<std::size_t>(r)];
        rank.gradient = recorder_.gradient(r);
        rank.parameters = recorder_.parameters(r);
    }
}

FramePtr Trainer::free_frame() {
    const auto begin = Clock::now();
    replicas_->begin_spans(begin);
    while (next_stage_ < plan_->stages.size()) {
        const Stage& stage = plan_->stages[next_stage_];
        if (stage.phase == FramePhase::backward && overlaps()) {
            next_stage_ += run_overlapped();
        } else if (stage.schedule_step == 0 && undisturbed()) {
            next_stage_ += run_bucket(stage.bucket);
        } else {
            execute(stage);
            ++next_stage_;
        }
    }
    losses_ = replicas_->losses();
    const double seconds = seconds_since(begin);
    std::vector<WorkSpan> spans = replicas_->spans();
    // What a later watched frame shares must be what the devices hold then.
    recorder_.drop_all();
    auto frame = new_frame(FramePhase::iteration);
    frame->seconds = seconds;
    frame->spans = std::move(spans);
    return frame;
}

TrainingOutcome Trainer::outcome() {
    expect(at_iteration_boundary(), "Trainer::outcome: between iterations");
    TrainingOutcome outcome;
    const Evaluation train = replicas_->evaluate(0, view_of(data_.train));
    const auto count = static_cast<double>(data_.train.count);
    outcome.final_loss = train.loss_sum / count;
    if (spec_.model.shape.loss == LossKind::mse) return outcome;
    outcome.train_accuracy = static_cast<double>(train.correct) / count;
    if (data_.test.count > 0)
        outcome.test_accuracy =
            static_cast<double>(replicas_->evaluate(0, view_of(data_.test)).correct) /
            static_cast<double>(data_.test.count);
    return outcome;
}

}  // namespace ringscope
