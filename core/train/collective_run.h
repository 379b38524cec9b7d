#pragma once

#include <string>
#include <vector>

#include "core/collective/contribution_map.h"
#include "core/train/run.h"

namespace ringscope {

// What a collective session asks for. values[rank][i]: all rows of one length, 1 to 64 rows.
struct CollectiveSession {
    std::string title;
    std::vector<std::vector<float>> values;
    std::string algorithm = "ring";
    Ownership ownership = Ownership::textbook;
    std::string session_json;
};

// One all-reduce of given vectors as a Run: a start frame, then one frame a step.
class CollectiveRun : public Run {
  public:
    CollectiveRun(CollectiveSession session, const ExecutorFactory& make_executor);

    const RunInfo& info() const override { return info_; }
    FramePtr advance(Pace pace) override;
    bool finished() const override;
    bool at_iteration_boundary() const override { return next_step_ <= 0 || finished(); }
    CheckpointPtr checkpoint() override;
    void restore(const Checkpoint& checkpoint) override;

    Executor& executor() { return *executor_; }

  private:
    void load_values();
    VectorPtr record(Rank rank) const;

    CollectiveSession session_;
    RunInfo info_;
    std::unique_ptr<Executor> executor_;
    int next_step_ = -1;  // -1: the start frame comes next
    std::vector<std::int64_t> bytes_sent_;
    std::vector<VectorPtr> now_;  // [rank]: as of the newest frame
};

}  // namespace ringscope
