#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/collective/schedule.h"
#include "core/support/json_reader.h"
#include "core/train/spec.h"

namespace ringscope {

// The sizes that faults are checked against.
struct FaultLimits {
    int world_size = 1;
    std::int64_t parameters = 0;
    Schedule first_bucket;  // of the bucket that is reduced first
};

// Reads and writes `faults` of a spec. parse throws Error bad_input with the JSON path: an unknown
// kind, a key that is missing or that the kind does not have, a rank, element, chunk, step or bit
// that does not exist, a transfer that the schedule does not have.
std::vector<Fault> parse_faults(const JsonReader& array, const FaultLimits& limits);
nlohmann::json to_json(const std::vector<Fault>& faults);

// The same checks for faults that were made in the program (the window's switches).
void check_faults(const std::vector<Fault>& faults, const FaultLimits& limits);

// from <= t < until. flip-bit acts at t = from only, other-seed at t = 0 only.
bool active(const Fault& fault, std::int64_t iteration) noexcept;
bool concerns(const Fault& fault, int rank) noexcept;

// The one transfer that a stale-chunk fault is about: it carries `chunk` in step `step`. Where
// several do, `rank` is its sender. Null when there is none or more than one.
const Transfer* named_transfer(const Fault& fault, const Schedule& schedule);

// "scale-gradient on rank 3 (factor 50)".
std::string in_words(const Fault& fault);

// Which transfer of the first bucket's all-reduce such words name; none for other faults.
struct StaleTransfer {
    int chunk = 0, step = 0;
    std::optional<Rank> from;  // where the fault names the sender
};
std::optional<StaleTransfer> stale_transfer(const std::string& words);

}  // namespace ringscope
