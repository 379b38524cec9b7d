#include "core/trace/execute_again.h"

#include <string>
#include <utility>
#include <vector>

#include "core/support/error.h"
#include "core/trace/divergence.h"

namespace ringscope {

namespace {

std::string where(std::int64_t iteration) {
    return "executing iteration " + std::to_string(iteration) + " again";
}

void report(const Progress& progress, std::int64_t done, std::int64_t all, std::int64_t iteration) {
    if (progress && !progress(static_cast<double>(done) / static_cast<double>(all)))
        throw Error(ErrorCode::cancelled, where(iteration), "this was stopped");
}

// The last frame of an iteration of training has the digests of the parameters; that of a
// collective has the vectors themselves.
void check_same_bits(const Frame& recorded, const Frame& again) {
    for (std::size_t r = 0; r < recorded.ranks.size(); ++r) {
        const RankRecord& a = recorded.ranks[r];
        const RankRecord& b = again.ranks.at(r);
        const bool differ =
            a.digest != b.digest ||
            (a.gradient && b.gradient && a.gradient->summary.digest != b.gradient->summary.digest);
        if (differ)
            throw Error(
                ErrorCode::bad_input, where(recorded.iteration),
                "Device " + std::to_string(r) + " ends with other bits than the recording says",
                "Use the kind of placement that the recording was made on; if it is the "
                "same, values were changed from outside during the recording");
    }
}

bool complete(const Frame& last) {
    return last.phase == FramePhase::equality || last.phase == FramePhase::iteration;
}

void check_fits(const Run& run, const Recording& recording) {
    const RunInfo& a = run.info();
    const RunInfo& b = recording.info();
    if (a.kind != b.kind || a.world_size != b.world_size || a.length != b.length)
        throw Error(ErrorCode::bad_input, b.title, "the recording belongs to another run",
                    "Open the recording's own session first");
}

}  // namespace

void restore_before(Run& run, const Recording& recording, std::int64_t iteration,
                    const Progress& progress) {
    check_fits(run, recording);
    expect(iteration >= 0 && iteration <= recording.iterations(),
           "restore_before: an iteration of the recording or the one after it");
    const CheckpointPtr checkpoint = recording.checkpoint_before(iteration);
    if (!checkpoint)
        throw Error(ErrorCode::bad_input, where(iteration),
                    "the recording has no checkpoint at or before it",
                    "Start the run from its beginning");
    run.restore(*checkpoint);
    for (std::int64_t i = checkpoint->iteration; i < iteration; ++i) {
        report(progress, i - checkpoint->iteration, iteration - checkpoint->iteration + 1,
               iteration);
        const FramePtr again = run.advance(Pace::free);
        if (const FramePtr recorded = recording.summary(i); recorded && complete(*recorded))
            check_same_bits(*recorded, *again);
    }
}

void execute_again(Run& run, Recording& recording, std::int64_t iteration,
                   const Progress& progress) {
    if (!recording.only_summary(iteration)) return;
    restore_before(run, recording, iteration, progress);
    std::vector<FramePtr> frames;
    do {
        auto frame = std::make_shared<Frame>(*run.advance(Pace::watched));
        frame->executed_again = true;
        frames.push_back(std::move(frame));
    } while (!run.at_iteration_boundary());
    check_same_bits(*recording.summary(iteration), *frames.back());
    recording.expand(iteration, std::move(frames));
}

void keep_replicas(Run& run, Recording& recording, std::int64_t iteration,
                   const Progress& progress) {
    if (replicas_after(recording, iteration)) return;
    restore_before(run, recording, iteration + 1, progress);
    auto kept = std::make_shared<Checkpoint>(*run.checkpoint());
    kept->executed_again = true;
    recording.append(std::move(kept));
}

std::shared_ptr<Recording> fork(const Recording& recording, std::int64_t iteration) {
    expect(iteration >= 0 && iteration <= recording.iterations(),
           "fork: an iteration of the recording or the one after it");
    auto copy = std::make_shared<Recording>(recording.info());
    for (std::int64_t i = 0; i < iteration; ++i) {
        std::vector<FramePtr> again;
        for (FramePtr& frame : recording.frames(i)) {
            if (frame->executed_again)
                again.push_back(std::move(frame));
            else
                copy->append(std::move(frame));
        }
        if (again.empty()) continue;
        copy->append(recording.summary(i));
        copy->expand(i, std::move(again));
    }
    if (iteration == 0)
        if (const FramePtr start = recording.frame({}); start && start->phase == FramePhase::start)
            copy->append(start);
    for (const CheckpointPtr& checkpoint : recording.checkpoints())
        if (checkpoint->iteration <= iteration) copy->append(checkpoint);
    return copy;
}

}  // namespace ringscope
