#include "core/support/error.h"
#include "core/train/batches.h"
#include "core/train/spec_json.h"

namespace ringscope {

namespace {

std::string because(std::int64_t batch, int world_size) {
    return "needs even shards, but a batch of " + std::to_string(batch) +
           " cannot be split evenly over " + std::to_string(world_size) + " ranks";
}

}  // namespace

void check_even_shards(const TrainingSpec& spec, std::int64_t samples, const std::string& where,
                       const std::string& path) {
    const auto refuse = [&](const std::string& place, const std::string& what) {
        throw Error(ErrorCode::bad_input, where.empty() ? place : where + ": " + place, what,
                    "Choose a batch and a number of samples that the world size divides");
    };
    for (const std::int64_t batch : batch_sizes(samples, spec.batch())) {
        if (batch % spec.world_size == 0) continue;
        if (spec.collective.average == Averaging::after)
            refuse(path + ".collective.average",
                   "average \"after\" " + because(batch, spec.world_size));
        for (std::size_t i = 0; i < spec.faults.size(); ++i) {
            const Fault& fault = spec.faults[i];
            const bool needs_even =
                fault.kind == FaultKind::forget_average || fault.kind == FaultKind::unweighted_mean;
            // All ranks together can sum anything; one rank alone sees only what the others sent.
            if (needs_even && fault.rank)
                refuse(path + ".faults[" + std::to_string(i) + "].rank",
                       std::string(name(fault.kind)) + " on a single rank " +
                           because(batch, spec.world_size));
        }
    }
}

}  // namespace ringscope
