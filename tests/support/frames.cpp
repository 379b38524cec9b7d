#include "tests/support/frames.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/collective/host_executor.h"
#include "core/support/digest.h"

namespace ringscope::testing {

namespace {

// Collects the first difference.
class Comparison {
  public:
    template <typename T>
    void equal(const char* field, const T& a, const T& b) {
        if (found_.empty() && !(a == b)) found_ = prefix_ + field;
    }
    void number(const char* field, double a, double b) {
        if (std::isnan(a) && std::isnan(b)) return;
        equal(field, std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b));
    }
    void number(const char* field, const std::optional<double>& a, const std::optional<double>& b) {
        equal(field, a.has_value(), b.has_value());
        if (a && b) number(field, *a, *b);
    }
    void values(const char* field, const std::vector<float>& a, const std::vector<float>& b) {
        const auto bits = [](const std::vector<float>& floats) {
            std::vector<std::uint32_t> result;
            for (float f : floats) result.push_back(std::bit_cast<std::uint32_t>(f));
            return result;
        };
        equal(field, bits(a), bits(b));
    }
    void nested(const std::string& field, const std::string& difference) {
        if (found_.empty() && !difference.empty()) found_ = prefix_ + field + "." + difference;
    }
    void prefix(std::string prefix) { prefix_ = std::move(prefix); }
    bool same() const { return found_.empty(); }
    std::string found() const { return found_; }

  private:
    std::string prefix_, found_;
};

std::string difference(const Summary& a, const Summary& b) {
    Comparison c;
    c.equal("count", a.count, b.count);
    c.equal("nan_count", a.nan_count, b.nan_count);
    c.equal("digest", a.digest, b.digest);
    c.number("min", a.min, b.min);
    c.number("max", a.max, b.max);
    c.number("mean", a.mean, b.mean);
    c.number("norm", a.norm, b.norm);
    c.values("first", a.first, b.first);
    return c.found();
}

std::string difference(const Placement& a, const Placement& b) {
    Comparison c;
    c.equal("kind", a.kind, b.kind);
    c.equal("summary", a.summary, b.summary);
    c.equal("oversubscribed", a.oversubscribed, b.oversubscribed);
    c.equal("ranks", a.ranks.size(), b.ranks.size());
    for (std::size_t r = 0; c.same() && r < a.ranks.size(); ++r) {
        c.equal("label", a.ranks[r].label, b.ranks[r].label);
        c.equal("device", a.ranks[r].device, b.ranks[r].device);
        c.equal("platform", a.ranks[r].platform, b.ranks[r].platform);
        c.equal("device_index", a.ranks[r].device_index, b.ranks[r].device_index);
        c.equal("context", a.ranks[r].context, b.ranks[r].context);
        c.equal("compute_units", a.ranks[r].compute_units, b.ranks[r].compute_units);
    }
    return c.found();
}

std::string difference(const Schedule& a, const Schedule& b) {
    Comparison c;
    c.equal("algorithm", a.algorithm, b.algorithm);
    c.equal("ownership", a.ownership, b.ownership);
    c.equal("world_size", a.world_size, b.world_size);
    c.equal("length", a.length, b.length);
    c.equal("chunks", a.chunks, b.chunks);
    c.equal("steps", a.steps, b.steps);
    c.equal("owners", a.owners, b.owners);
    return c.found();
}

std::string difference(const RankRecord& a, const RankRecord& b) {
    Comparison c;
    c.nested("gradient", testing::difference(a.gradient, b.gradient));
    c.nested("parameters", testing::difference(a.parameters, b.parameters));
    c.equal("digest", a.digest, b.digest);
    c.number("loss", a.loss, b.loss);
    c.equal("samples", a.samples, b.samples);
    c.equal("bytes_sent", a.bytes_sent, b.bytes_sent);
    c.equal("memory", a.memory, b.memory);
    return c.found();
}

std::string difference(const TransferRecord& a, const TransferRecord& b) {
    Comparison c;
    c.equal("transfer", a.report.transfer, b.report.transfer);
    c.equal("bytes", a.report.bytes, b.report.bytes);
    c.equal("route", a.report.route, b.report.route);
    c.equal("chunk", a.chunk, b.chunk);
    c.nested("sent", testing::difference(a.sent, b.sent));
    c.nested("receiver_before", testing::difference(a.receiver_before, b.receiver_before));
    return c.found();
}

}  // namespace

std::string difference(const VectorPtr& a, const VectorPtr& b) {
    Comparison c;
    c.equal("null", a == nullptr, b == nullptr);
    if (!a || !b) return c.found();
    c.equal("length", a->length, b->length);
    c.values("whole", a->whole, b->whole);
    c.nested("summary", difference(a->summary, b->summary));
    c.equal("by_chunk", a->by_chunk.size(), b->by_chunk.size());
    for (std::size_t i = 0; c.same() && i < a->by_chunk.size(); ++i)
        c.nested("by_chunk", difference(a->by_chunk[i], b->by_chunk[i]));
    return c.found();
}

std::string difference(const RunInfo& a, const RunInfo& b) {
    Comparison c;
    c.equal("kind", a.kind, b.kind);
    c.equal("title", a.title, b.title);
    c.equal("session_json", a.session_json, b.session_json);
    c.equal("world_size", a.world_size, b.world_size);
    c.equal("length", a.length, b.length);
    c.equal("buckets", a.buckets.size(), b.buckets.size());
    for (std::size_t i = 0; c.same() && i < a.buckets.size(); ++i) {
        c.equal("offset", a.buckets[i].offset, b.buckets[i].offset);
        c.nested("schedule", difference(a.buckets[i].schedule, b.buckets[i].schedule));
    }
    c.nested("placement", difference(a.placement, b.placement));
    c.equal("shape", a.shape, b.shape);
    c.equal("optimizer", a.optimizer.has_value(), b.optimizer.has_value());
    if (a.optimizer && b.optimizer) {
        c.equal("optimizer.kind", a.optimizer->kind, b.optimizer->kind);
        c.number("lr", a.optimizer->lr, b.optimizer->lr);
        c.number("momentum", a.optimizer->momentum, b.optimizer->momentum);
        c.number("beta1", a.optimizer->beta1, b.optimizer->beta1);
        c.number("beta2", a.optimizer->beta2, b.optimizer->beta2);
        c.number("eps", a.optimizer->eps, b.optimizer->eps);
    }
    c.equal("planned_iterations", a.planned_iterations, b.planned_iterations);
    c.equal("memory_budget_bytes", a.memory_budget_bytes, b.memory_budget_bytes);
    c.equal("program_version", a.program_version, b.program_version);
    return c.found();
}

std::string difference_of_results(const Frame& a, const Frame& b) {
    Comparison c;
    c.equal("iteration", a.iteration, b.iteration);
    c.equal("phase", a.phase, b.phase);
    c.equal("bucket", a.bucket, b.bucket);
    c.equal("step", a.step, b.step);
    c.equal("steps_in_phase", a.steps_in_phase, b.steps_in_phase);
    c.equal("schedule_step", a.schedule_step, b.schedule_step);
    c.equal("ranks", a.ranks.size(), b.ranks.size());
    for (std::size_t i = 0; c.same() && i < a.ranks.size(); ++i)
        c.nested("rank " + std::to_string(i), difference(a.ranks[i], b.ranks[i]));
    c.equal("transfers", a.transfers.size(), b.transfers.size());
    for (std::size_t i = 0; c.same() && i < a.transfers.size(); ++i)
        c.nested("transfer " + std::to_string(i), difference(a.transfers[i], b.transfers[i]));
    c.number("loss", a.loss, b.loss);
    c.equal("identical", a.identical, b.identical);
    c.equal("first_sample", a.first_sample, b.first_sample);
    c.equal("batch", a.batch, b.batch);
    c.equal("active_faults", a.active_faults, b.active_faults);
    return c.found();
}

std::string difference(const Frame& a, const Frame& b) {
    Comparison c;
    c.nested("", difference_of_results(a, b));
    c.number("seconds", a.seconds, b.seconds);
    c.equal("spans", a.spans, b.spans);
    c.equal("executed_again", a.executed_again, b.executed_again);
    return c.found();
}

std::string difference(const Checkpoint& a, const Checkpoint& b) {
    Comparison c;
    c.equal("iteration", a.iteration, b.iteration);
    const auto vectors = [&](const char* field, const auto& one, const auto& other) {
        c.equal(field, one.size(), other.size());
        for (std::size_t r = 0; c.same() && r < one.size(); ++r)
            c.values(field, *one[r], *other[r]);
    };
    vectors("parameters", a.parameters, b.parameters);
    vectors("optimizer_state", a.optimizer_state, b.optimizer_state);
    c.equal("digests", a.digests, b.digests);
    c.equal("faults_json", a.faults_json, b.faults_json);
    c.equal("extra_json", a.extra_json, b.extra_json);
    return c.found();
}

std::string difference(const Recording& a, const Recording& b) {
    Comparison c;
    c.nested("info", difference(a.info(), b.info()));
    c.equal("iterations", a.iterations(), b.iterations());
    for (std::int64_t i = 0; c.same() && i < a.iterations(); ++i) {
        c.prefix("iteration " + std::to_string(i) + " ");
        c.equal("frames", a.frames_in(i), b.frames_in(i));
        for (std::int64_t f = 0; c.same() && f < a.frames_in(i); ++f)
            c.nested("frame " + std::to_string(f), difference(*a.frame({i, f}), *b.frame({i, f})));
        if (c.same()) c.nested("summary", difference(*a.summary(i), *b.summary(i)));
    }
    const auto one = a.checkpoints(), other = b.checkpoints();
    c.equal("checkpoints", one.size(), other.size());
    for (std::size_t k = 0; c.same() && k < one.size(); ++k)
        c.nested("checkpoint", difference(*one[k], *other[k]));
    return c.found();
}

namespace {

class Maker {
  public:
    Maker() {
        info_.kind = RunKind::train;
        info_.title = "Made up, für Tests";
        info_.session_json = R"({"version":1})";
        info_.world_size = 3;
        info_.shape = MlpShape{{1, 2, 1}, Activation::relu, LossKind::mse};
        info_.length = parameter_count(*info_.shape);
        info_.buckets = {{4, ring_all_reduce(3, 3, Ownership::textbook)},
                         {0, ring_all_reduce(3, 4, Ownership::nccl)}};
        info_.placement.kind = PlacementKind::partition;
        info_.placement.summary = "3 partitions of one CPU";
        info_.placement.oversubscribed = true;
        for (int r = 0; r < 3; ++r)
            info_.placement.ranks.push_back(
                {"partition " + std::to_string(r + 1), "cpu", "pocl", 1, r, 2});
        info_.optimizer = OptimizerSpec{OptimizerKind::adam, 0.01, 0.9, 0.8, 0.99, 1e-8};
        info_.planned_iterations = 9;
        info_.memory_budget_bytes = 1 << 20;
        info_.program_version = "0.0.9";
    }

    const RunInfo& info() const { return info_; }

    std::shared_ptr<Frame> frame(std::int64_t iteration, FramePhase phase, int schedule_step = -1) {
        auto frame = bare_frame(iteration, phase);
        frame->bucket = schedule_step < 0 ? 0 : static_cast<int>(iteration % 2);
        const Bucket& bucket = info_.buckets[static_cast<std::size_t>(frame->bucket)];
        frame->schedule_step = schedule_step;
        for (int r = 0; r < 3; ++r) {
            RankRecord rank;
            if (phase != FramePhase::start) rank.gradient = vector(bucket);
            if (r != 1 || !last_parameters_) last_parameters_ = vector(bucket);
            rank.parameters = last_parameters_;
            rank.digest = random_();
            if (r != 2) rank.loss = r == 0 ? 0.25 : std::numeric_limits<double>::quiet_NaN();
            rank.samples = r;
            rank.bytes_sent = 16 * r;
            rank.memory = {28, 28, 56, 100, 12, r};
            frame->ranks.push_back(rank);
        }
        if (schedule_step >= 0) {
            const Step& step = bucket.schedule.steps[static_cast<std::size_t>(schedule_step)];
            frame->step = step.index_in_phase;
            frame->steps_in_phase = 2;
            for (const Transfer& t : step.transfers) {
                const Chunk chunk = bucket.schedule.chunks[static_cast<std::size_t>(t.chunk)];
                frame->transfers.push_back(
                    record_transfer({t, 4 * chunk.count, Route::via_host}, chunk, bucket.offset,
                                    *frame->ranks[static_cast<std::size_t>(t.from)].gradient,
                                    *frame->ranks[static_cast<std::size_t>(t.to)].gradient));
            }
        }
        frame->loss = 1.0 / 3;
        frame->identical = iteration % 2 == 0;
        frame->first_sample = 40;
        frame->batch = 3;
        frame->seconds = 0.001;
        frame->active_faults = {"scale-gradient on rank 2 (factor 50)"};
        return frame;
    }

    std::vector<FramePtr> watched(std::int64_t iteration, bool again) {
        std::vector<std::shared_ptr<Frame>> frames = {
            frame(iteration, FramePhase::shard), frame(iteration, FramePhase::reduce_scatter, 1),
            frame(iteration, FramePhase::all_gather, 2), frame(iteration, FramePhase::equality)};
        for (const auto& made : frames) made->executed_again = again;
        return {frames.begin(), frames.end()};
    }

    CheckpointPtr checkpoint(std::int64_t iteration) {
        auto checkpoint = std::make_shared<Checkpoint>();
        checkpoint->iteration = iteration;
        const auto shared = std::make_shared<std::vector<float>>(floats(7));
        for (int r = 0; r < 3; ++r) {
            checkpoint->parameters.push_back(
                r == 2 ? std::make_shared<std::vector<float>>(floats(7)) : shared);
            checkpoint->optimizer_state.push_back(std::make_shared<std::vector<float>>(floats(14)));
            checkpoint->digests.push_back(digest(*checkpoint->parameters.back()));
        }
        checkpoint->faults_json = "[]";
        checkpoint->extra_json = R"({"stale":[1]})";
        return checkpoint;
    }

  private:
    std::vector<float> floats(std::size_t count) {
        std::vector<float> values(count);
        for (float& value : values) value = static_cast<float>(random_() % 1000) / 8 - 60;
        if (count > 3) {
            values[1] = -0.0F;
            if (random_() % 3 == 0) values[2] = std::numeric_limits<float>::infinity();
            if (random_() % 3 == 0)
                values[3] = std::bit_cast<float>(0x7fc01234U);  // a NaN with a payload
        }
        return values;
    }
    VectorPtr vector(const Bucket& bucket) { return record_vector(floats(7), bucket); }

    RunInfo info_;
    std::mt19937_64 random_{11};
    VectorPtr last_parameters_;
};

}  // namespace

std::shared_ptr<Recording> made_up_recording() {
    Maker make;
    auto recording = std::make_shared<Recording>(make.info());
    recording->append(make.frame(0, FramePhase::start));
    recording->append(make.checkpoint(0));
    for (const FramePtr& frame : make.watched(0, false)) recording->append(frame);
    recording->append(make.checkpoint(1));
    recording->append(make.frame(1, FramePhase::iteration));
    recording->expand(1, make.watched(1, true));
    recording->append(make.frame(2, FramePhase::shard));
    recording->append(make.frame(2, FramePhase::forward));
    return recording;
}

ExecutorFactory host_executors() {
    return [](int world_size, std::int64_t length, const std::vector<std::int64_t>&) {
        PlacedExecutor placed{std::make_unique<HostExecutor>(world_size, length), {}};
        placed.placement.summary = "host memory";
        for (int r = 0; r < world_size; ++r)
            placed.placement.ranks.push_back({"host " + std::to_string(r), "host", "", 0, 0, 1});
        return placed;
    };
}

}  // namespace ringscope::testing
