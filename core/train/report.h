#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/support/json.h"
#include "core/train/trainer.h"

namespace ringscope {

// Adds up what a run's frames say, at either pace.
class TrainingTally {
  public:
    void add(const Frame& frame);

    std::int64_t iterations() const { return iterations_; }
    bool identical() const { return !first_difference_; }
    // The iteration (from 0) after which the parameters first differed.
    std::optional<std::int64_t> first_difference() const { return first_difference_; }
    double samples_per_second() const;  // over the time in iterations; 0 before the first
    const std::vector<std::uint64_t>& digests() const { return digests_; }  // newest
    const std::vector<std::int64_t>& bytes_sent() const {
        return bytes_sent_;
    }  // of the newest iteration
    const std::vector<MemoryUse>& peak_memory() const { return peak_memory_; }  // [rank]

  private:
    std::int64_t iterations_ = 0, samples_ = 0;
    double seconds_ = 0;
    std::optional<std::int64_t> first_difference_;
    std::vector<std::uint64_t> digests_;
    std::vector<std::int64_t> bytes_sent_;
    std::vector<MemoryUse> peak_memory_;
};

// What a finished (or stopped) training says about itself. The trainer stands between iterations.
struct TrainingReport {
    int world_size = 1;
    TrainingOutcome outcome;
    TrainingTally tally;
    Placement placement;
};
TrainingReport report_of(Trainer& trainer, const TrainingTally& tally);

// The object of `train --json` (docs/formats.md), with a line's end.
void write_json(std::ostream& out, const TrainingReport& report);
// The same for people.
void write_text(std::ostream& out, const TrainingReport& report);

// {"parameters":[one number a rank], ...}: shared with the dump.
void write_memory(JsonWriter& json, const std::vector<MemoryUse>& memory);

}  // namespace ringscope
