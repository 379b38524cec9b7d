#include "core/train/stale_values.h"

#include <algorithm>
#include <bit>
#include <map>

#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "core/train/faults.h"
#include "core/train/limits.h"

namespace ringscope {

void StaleValues::before_step(ReplicaSet& replicas, const std::vector<Fault>& switches,
                              const std::vector<Fault>& active_faults, const Schedule& schedule,
                              std::int64_t base, int step, std::int64_t iteration) {
    std::map<const Transfer*, bool> named;  // true: stale now
    const auto meant = [step](const Fault& fault) {
        return fault.kind == FaultKind::stale_chunk && fault.step == step;
    };
    for (const Fault& fault : switches)
        if (meant(fault) && iteration + 1 >= fault.from)
            named.try_emplace(named_transfer(fault, schedule), false);
    for (const Fault& fault : active_faults)
        if (meant(fault)) named[named_transfer(fault, schedule)] = true;
    for (const auto& [transfer, stale] : named) {
        expect(transfer, "StaleValues: a fault that was checked names one transfer");
        const auto [from, to, c, op] = *transfer;
        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(c)];
        std::vector<float> own(static_cast<std::size_t>(chunk.count));
        replicas.read(from, base + chunk.offset, own);
        Kept& kept = kept_[{step, c, from}];
        if (stale && kept.iteration + 1 == iteration && kept.values.size() == own.size()) {
            replicas.write(from, base + chunk.offset, kept.values);
            replaced_.push_back({from, base + chunk.offset, own});
        }
        kept = {iteration, std::move(own)};
    }
}

void StaleValues::after_step(ReplicaSet& replicas) {
    for (const Replaced& own : replaced_) replicas.write(own.rank, own.offset, own.values);
    replaced_.clear();
}

bool StaleValues::known(const Fault& fault, const Schedule& schedule,
                        std::int64_t iteration) const {
    const Transfer* const transfer = named_transfer(fault, schedule);
    expect(transfer, "StaleValues: a fault that was checked names one transfer");
    const auto found = kept_.find({fault.step, fault.chunk, transfer->from});
    return found != kept_.end() && found->second.iteration + 1 == iteration;
}

std::string StaleValues::to_json() const {
    if (kept_.empty()) return {};
    nlohmann::json transfers = nlohmann::json::array();
    for (const auto& [place, kept] : kept_) {
        nlohmann::json bits = nlohmann::json::array();
        for (const float value : kept.values) bits.push_back(std::bit_cast<std::uint32_t>(value));
        const auto& [step, chunk, from] = place;
        transfers.push_back({{"step", step},
                             {"chunk", chunk},
                             {"from", from},
                             {"iteration", kept.iteration},
                             {"bits", std::move(bits)}});
    }
    return nlohmann::json{{"stale", std::move(transfers)}}.dump();
}

void StaleValues::restore(const std::string& text, const Schedule& schedule) {
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
        Fault place;
        place.step =
            static_cast<int>(transfer.at("step").integer(0, std::ssize(schedule.steps) - 1));
        place.chunk =
            static_cast<int>(transfer.at("chunk").integer(0, std::ssize(schedule.chunks) - 1));
        // Recordings of version 0.1 know the ring alone, where a chunk has one sender in a step.
        if (const auto from = transfer.find("from"))
            place.rank = static_cast<int>(from->integer(0, schedule.world_size - 1));
        const Transfer* const named = named_transfer(place, schedule);
        if (!named) transfer.complain("the schedule has no such transfer");
        kept_[{place.step, place.chunk, named->from}] = std::move(kept);
    }
}

}  // namespace ringscope
