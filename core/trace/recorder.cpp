#include "core/trace/recorder.h"

#include <utility>

#include "core/support/error.h"

namespace ringscope {

CheckpointPolicy CheckpointPolicy::for_run(const RunInfo& info, std::int64_t above) {
    return {info.length <= whole_limit ? 1 : above};
}

Recorder::Recorder(std::shared_ptr<Recording> recording, CheckpointPolicy policy)
    : recording_(std::move(recording)), policy_(policy) {
    expect(recording_ != nullptr && policy_.distance >= 1,
           "Recorder: a recording, a distance >= 1");
}

Recorder::Recorder(const Run& run)
    : Recorder(std::make_shared<Recording>(run.info()), CheckpointPolicy::for_run(run.info())) {}

void Recorder::write_to(std::shared_ptr<RingtraceWriter> writer) {
    writer_ = std::move(writer);
    if (writer_) writer_->write_all(*recording_);
}

FramePtr Recorder::advance(Run& run, Pace pace) {
    // At the very beginning the start frame comes first.
    if (run.at_iteration_boundary() && recording_->frame_count() > 0) {
        const FramePtr newest = recording_->frame(*recording_->last());
        const std::int64_t next =
            newest->phase == FramePhase::start ? newest->iteration : newest->iteration + 1;
        if (demanded_ || next % policy_.distance == 0) take_checkpoint(run);
        demanded_ = false;
    }
    FramePtr frame = run.advance(pace);
    recording_->append(frame);
    if (writer_) writer_->write(*frame);
    return frame;
}

void Recorder::finish(Run& run) {
    if (run.at_iteration_boundary() && recording_->frame_count() > 0) take_checkpoint(run);
}

void Recorder::take_checkpoint(Run& run) {
    const CheckpointPtr checkpoint = run.checkpoint();
    ++checkpoints_taken_;
    recording_->append(checkpoint);
    if (writer_) writer_->write(*checkpoint);
}

}  // namespace ringscope
