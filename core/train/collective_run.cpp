#include "core/train/collective_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/support/error.h"
#include "core/support/version.h"

namespace ringscope {

CollectiveRun::CollectiveRun(CollectiveSession session, const ExecutorFactory& make_executor)
    : session_(std::move(session)) {
    expect(!session_.values.empty() && session_.values.size() <= 64,
           "CollectiveRun: 1 to 64 ranks");
    info_.kind = RunKind::collective;
    info_.title = session_.title;
    info_.session_json = session_.session_json;
    info_.world_size = static_cast<int>(session_.values.size());
    info_.length = std::ssize(session_.values.front());
    info_.buckets = {{0, make_all_reduce(session_.algorithm, info_.world_size, info_.length,
                                         session_.ownership)}};
    info_.program_version = version;
    PlacedExecutor placed =
        make_executor(info_.world_size, info_.length, receive_elements(info_.buckets[0].schedule));
    executor_ = std::move(placed.executor);
    info_.placement = std::move(placed.placement);
    now_.resize(session_.values.size());
}

void CollectiveRun::load_values() {
    for (Rank r = 0; r < info_.world_size; ++r)
        executor_->write(r, 0, session_.values[static_cast<std::size_t>(r)]);
    bytes_sent_.assign(session_.values.size(), 0);
}

VectorPtr CollectiveRun::record(Rank rank) const {
    std::vector<float> values(static_cast<std::size_t>(info_.length));
    executor_->read(rank, 0, values);
    return record_vector(std::move(values), info_.buckets[0]);
}

bool CollectiveRun::finished() const {
    return next_step_ >= std::ssize(info_.buckets[0].schedule.steps);
}

FramePtr CollectiveRun::advance(Pace pace) {
    expect(!finished(), "CollectiveRun::advance: not finished");
    const auto begin = std::chrono::steady_clock::now();
    const Schedule& schedule = info_.buckets[0].schedule;
    auto frame = std::make_shared<Frame>();
    std::vector<TransferReport> reports;
    if (next_step_ < 0) {
        load_values();
    } else if (pace == Pace::free) {
        frame->phase = FramePhase::iteration;
        for (; !finished(); ++next_step_)
            for (const TransferReport& report :
                 executor_->run(schedule, schedule.steps[static_cast<std::size_t>(next_step_)], 0))
                bytes_sent_[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
        --next_step_;
    } else {
        const Step& step = schedule.steps[static_cast<std::size_t>(next_step_)];
        frame->phase = frame_phase(step.phase);
        frame->step = step.index_in_phase;
        frame->steps_in_phase = steps_in_phase(schedule, step.phase);
        frame->schedule_step = next_step_;
        // Read again, so that values changed in a device's buffer since the last frame are shown.
        for (Rank r = 0; r < info_.world_size; ++r) now_[static_cast<std::size_t>(r)] = record(r);
        reports = executor_->run(schedule, step, 0);
        for (const TransferReport& report : reports) {
            const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(report.transfer.chunk)];
            frame->transfers.push_back(record_transfer(
                report, chunk, 0, *now_[static_cast<std::size_t>(report.transfer.from)],
                *now_[static_cast<std::size_t>(report.transfer.to)]));
            bytes_sent_[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
        }
    }
    ++next_step_;
    executor_->finish();
    frame->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    frame->ranks.resize(now_.size());
    for (Rank r = 0; r < info_.world_size; ++r) {
        const auto i = static_cast<std::size_t>(r);
        now_[i] = record(r);
        frame->ranks[i].gradient = now_[i];
        frame->ranks[i].bytes_sent = bytes_sent_[i];
    }
    return frame;
}

CheckpointPtr CollectiveRun::checkpoint() {
    // The vectors of the session are all that is needed to run it again.
    return std::make_shared<Checkpoint>();
}

void CollectiveRun::restore(const Checkpoint&) {
    load_values();
    next_step_ = 0;
}

}  // namespace ringscope
