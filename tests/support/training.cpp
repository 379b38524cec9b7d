#include "tests/support/training.h"

#include "core/train/host_replica_set.h"
#include "core/train/spec_json.h"

namespace ringscope::test {

TrainingSpec small_training(const std::string& patch) {
    nlohmann::json json = nlohmann::json::parse(R"({
        "model": {"sizes": [2, 4, 3]},
        "data": {"name": "spirals", "samples": 12},
        "world_size": 4, "global_batch": 12, "steps": 4})");
    json.merge_patch(nlohmann::json::parse(patch));
    return parse_spec(json, "", "test");
}

Trainer host_trainer(const TrainingSpec& spec) { return {spec, "test", "", host_replica_sets()}; }

std::vector<FramePtr> run_all(Trainer& trainer, Pace pace) {
    std::vector<FramePtr> frames;
    while (!trainer.finished()) frames.push_back(trainer.advance(pace));
    return frames;
}

std::string phases(const std::vector<FramePtr>& frames) {
    std::string text, last;
    for (const FramePtr& frame : frames) {
        const std::string phase = name(frame->phase);
        if (phase != last) text += (text.empty() ? "" : ", ") + phase;
        last = phase;
    }
    return text;
}

std::vector<std::vector<float>> all_parameters(Trainer& trainer) {
    std::vector<std::vector<float>> all;
    for (Rank r = 0; r < trainer.spec().world_size; ++r)
        all.push_back(trainer.replicas().read_parameters(r));
    return all;
}

std::vector<FramePtr> watch_iteration(Trainer& trainer) {
    std::vector<FramePtr> frames;
    const std::int64_t iteration = trainer.iteration();
    while (trainer.iteration() == iteration) frames.push_back(trainer.advance(Pace::watched));
    return frames;
}

FramePtr find(const std::vector<FramePtr>& frames, FramePhase phase) {
    for (const FramePtr& frame : frames)
        if (frame->phase == phase) return frame;
    return nullptr;
}

FramePtr find_last(const std::vector<FramePtr>& frames, FramePhase phase) {
    FramePtr last;
    for (const FramePtr& frame : frames)
        if (frame->phase == phase) last = frame;
    return last;
}

}  // namespace ringscope::test
