#include "core/train/stale_values.h"

#include <algorithm>
#include <bit>
#include <set>

#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "core/train/faults.h"
#include "core/train/limits.h"

namespace ringscope {

void StaleValues::before_step(ReplicaSet& replicas, const std::vector<Fault>& all_faults,
                              const Schedule& schedule, std::int64_t base, int step,
                              std::int64_t iteration) {
    std::set<int> named, stale;
    for (const Fault& fault : all_faults) {
        if (fault.kind != FaultKind::stale_chunk || fault.step != step) continue;
        if (iteration + 1 >= fault.from) named.insert(fault.chunk);
        if (active(fault, iteration)) stale.insert(fault.chunk);
    }
    if (named.empty()) return;
    for (const Transfer& t : schedule.steps[static_cast<std::size_t>(step)].transfers) {
        if (!named.contains(t.chunk)) continue;
        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(t.chunk)];
        std::vector<float> own(static_cast<std::size_t>(chunk.count));
        replicas.read(t.from, base + chunk.offset, own);
        Kept& kept = kept_[{step, t.chunk}];
        if (stale.contains(t.chunk) && kept.iteration + 1 == iteration &&
            kept.values.size() == own.size()) {
            replicas.write(t.from, base + chunk.offset, kept.values);
            replaced_.push_back({t.from, base + chunk.offset, own});
        }
        kept = {iteration, std::move(own)};
    }
}

void StaleValues::after_step(ReplicaSet& replicas) {
    for (const Replaced& own : replaced_) replicas.write(own.rank, own.offset, own.values);
    replaced_.clear();
}

bool StaleValues::known(const Fault& fault, std::int64_t iteration) const {
    const auto found = kept_.find({fault.step, fault.chunk});
    return found != kept_.end() && found->second.iteration + 1 == iteration;
}

std::string StaleValues::to_json() const {
    if (kept_.empty()) return {};
    nlohmann::json transfers = nlohmann::json::array();
    for (const auto& [place, kept] : kept_) {
        nlohmann::json bits = nlohmann::json::array();
        for (const float value : kept.values) bits.push_back(std::bit_cast<std::uint32_t>(value));
        transfers.push_back({{"step", place.first},
                             {"chunk", place.second},
                             {"iteration", kept.iteration},
                             {"bits", std::move(bits)}});
    }
    return nlohmann::json{{"stale", std::move(transfers)}}.dump();
}

void StaleValues::restore(const std::string& text) {
    kept_.clear();
    replaced_.clear();
    if (text.empty()) return;
    const nlohmann::json json = parse_json(text, "checkpoint");
    const JsonReader reader(json, "checkpoint");
    reader.require_object();
    const auto transfers = reader.find("stale");
    if (!transfers) return;
    const std::size_t count = transfers->array_size(0, 10000);
    for (std::size_t i = 0; i < count; ++i) {
        const JsonReader transfer = (*transfers)[i];
        Kept kept;
        kept.iteration = transfer.at("iteration").integer(0, max_steps);
        const JsonReader bits = transfer.at("bits");
        kept.values.resize(bits.array_size(0, static_cast<std::size_t>(max_parameters)));
        for (std::size_t k = 0; k < kept.values.size(); ++k)
            kept.values[k] =
                std::bit_cast<float>(static_cast<std::uint32_t>(bits[k].integer(0, 0xffffffffLL)));
        const int step = static_cast<int>(transfer.at("step").integer(0, 2 * max_world_size));
        const int chunk = static_cast<int>(transfer.at("chunk").integer(0, max_world_size));
        kept_[{step, chunk}] = std::move(kept);
    }
}

}  // namespace ringscope
