#include "core/train/faults.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <sstream>

#include "core/support/error.h"
#include "core/train/limits.h"

namespace ringscope {

namespace {

const std::vector<FaultKind> all_kinds = {
    FaultKind::skip_all_reduce, FaultKind::scale_gradient,  FaultKind::forget_average,
    FaultKind::average_twice,   FaultKind::unweighted_mean, FaultKind::other_seed,
    FaultKind::stale_chunk,     FaultKind::flip_bit,        FaultKind::nan,
    FaultKind::straggler,
};

FaultKind parse_kind(const JsonReader& kind) {
    std::vector<std::string> names;
    for (const FaultKind k : all_kinds) names.emplace_back(name(k));
    return all_kinds[kind.one_of(names)];
}

// Everything but the kind's own keys. Each kind names its keys, so that a key of another is
// refused.
void require_keys(const JsonReader& fault, FaultKind kind) {
    switch (kind) {
        case FaultKind::scale_gradient:
            return fault.require_object({"kind", "rank", "from", "until", "factor"});
        case FaultKind::stale_chunk:
            return fault.require_object({"kind", "rank", "from", "until", "chunk", "step"});
        case FaultKind::flip_bit:
            return fault.require_object({"kind", "rank", "from", "until", "index", "bit"});
        case FaultKind::nan:
            return fault.require_object({"kind", "rank", "from", "until", "index"});
        case FaultKind::straggler:
            return fault.require_object({"kind", "rank", "from", "until", "milliseconds"});
        default: return fault.require_object({"kind", "rank", "from", "until"});
    }
}

std::string rank_list(const std::vector<int>& ranks) {
    std::string text;
    for (const int rank : ranks) text += (text.empty() ? "" : ", ") + std::to_string(rank);
    return text;
}

// The chunk and step must name one transfer of the schedule; a rank, if given, must take part in
// it.
void check_transfer(const JsonReader& fault, const Fault& value, const Schedule& schedule) {
    std::vector<int> senders, ranks;
    for (const Transfer& t : schedule.steps[static_cast<std::size_t>(value.step)].transfers)
        if (t.chunk == value.chunk) {
            senders.push_back(t.from);
            ranks.push_back(t.from);
            ranks.push_back(t.to);
        }
    const std::string chunk = "chunk " + std::to_string(value.chunk);
    const std::string step = "step " + std::to_string(value.step);
    if (senders.empty()) fault.at("chunk").complain("no rank sends " + chunk + " in " + step);
    if (value.rank && std::find(ranks.begin(), ranks.end(), *value.rank) == ranks.end())
        fault.at("rank").complain("found " + std::to_string(*value.rank) + ", but " + chunk +
                                  " is passed between ranks " + rank_list(ranks) + " in " + step);
    if (named_transfer(value, schedule)) return;
    std::vector<int> alone;
    for (const int rank : senders)
        if (std::count(senders.begin(), senders.end(), rank) == 1) alone.push_back(rank);
    fault.complain(chunk + " is sent more than once in " + step +
                   (alone.empty() ? ", to several ranks by each sender: choose another step"
                                  : "; \"rank\" must be the sender, allowed: " + rank_list(alone)));
}

void parse_own_keys(const JsonReader& fault, Fault& value, const FaultLimits& limits) {
    switch (value.kind) {
        case FaultKind::scale_gradient: {
            constexpr double most = std::numeric_limits<float>::max();
            value.factor = fault.at("factor").number(-most, most);
            break;
        }
        case FaultKind::other_seed:
            if (value.from != 0)
                fault.at("from").fail("0: other initial parameters are a matter of the start");
            break;
        case FaultKind::stale_chunk:
            if (limits.world_size == 1)
                fault.complain("stale-chunk needs at least two ranks, the world size is 1");
            value.chunk = static_cast<int>(
                fault.at("chunk").integer(0, std::ssize(limits.first_bucket.chunks) - 1));
            value.step = static_cast<int>(
                fault.at("step").integer(0, std::ssize(limits.first_bucket.steps) - 1));
            check_transfer(fault, value, limits.first_bucket);
            break;
        case FaultKind::flip_bit:
            value.index = fault.at("index").integer(0, limits.parameters - 1);
            value.bit = static_cast<int>(fault.at("bit").integer(0, 31));
            break;
        case FaultKind::nan:
            value.index = fault.at("index").integer(0, limits.parameters - 1);
            break;
        case FaultKind::straggler:
            value.milliseconds = fault.at("milliseconds").number(0, max_straggler_milliseconds);
            break;
        default: break;
    }
}

Fault parse_fault(const JsonReader& fault, const FaultLimits& limits) {
    Fault value;
    fault.require_object();
    value.kind = parse_kind(fault.at("kind"));
    require_keys(fault, value.kind);
    if (const auto rank = fault.find_not_null("rank"))
        value.rank = static_cast<int>(rank->integer(0, limits.world_size - 1));
    if (const auto from = fault.find("from")) value.from = from->integer(0, max_steps);
    if (const auto until = fault.find_not_null("until"))
        value.until = until->integer(value.from + 1, max_steps + 1);
    parse_own_keys(fault, value, limits);
    return value;
}

nlohmann::json to_json(const Fault& fault) {
    nlohmann::json json = {{"kind", name(fault.kind)}, {"from", fault.from}};
    json["rank"] = fault.rank ? nlohmann::json(*fault.rank) : nlohmann::json(nullptr);
    json["until"] = fault.until ? nlohmann::json(*fault.until) : nlohmann::json(nullptr);
    switch (fault.kind) {
        case FaultKind::scale_gradient: json["factor"] = fault.factor; break;
        case FaultKind::stale_chunk:
            json["chunk"] = fault.chunk;
            json["step"] = fault.step;
            break;
        case FaultKind::flip_bit:
            json["index"] = fault.index;
            json["bit"] = fault.bit;
            break;
        case FaultKind::nan: json["index"] = fault.index; break;
        case FaultKind::straggler: json["milliseconds"] = fault.milliseconds; break;
        default: break;
    }
    return json;
}

}  // namespace

std::vector<Fault> parse_faults(const JsonReader& array, const FaultLimits& limits) {
    std::vector<Fault> faults(array.array_size(0, 1000));
    for (std::size_t i = 0; i < faults.size(); ++i) faults[i] = parse_fault(array[i], limits);
    return faults;
}

nlohmann::json to_json(const std::vector<Fault>& faults) {
    nlohmann::json array = nlohmann::json::array();
    for (const Fault& fault : faults) array.push_back(to_json(fault));
    return array;
}

void check_faults(const std::vector<Fault>& faults, const FaultLimits& limits) {
    const nlohmann::json json = to_json(faults);
    parse_faults(JsonReader(json, "", "$.faults"), limits);
}

const Transfer* named_transfer(const Fault& fault, const Schedule& schedule) {
    const Transfer* only = nullptr;
    const Transfer* sent = nullptr;  // by fault.rank
    int count = 0, count_sent = 0;
    for (const Transfer& t : schedule.steps.at(static_cast<std::size_t>(fault.step)).transfers) {
        if (t.chunk != fault.chunk) continue;
        only = &t;
        ++count;
        if (fault.rank != t.from) continue;
        sent = &t;
        ++count_sent;
    }
    if (count == 1) return only;
    return count_sent == 1 ? sent : nullptr;
}

bool active(const Fault& fault, std::int64_t iteration) noexcept {
    if (fault.kind == FaultKind::flip_bit) return iteration == fault.from;
    if (fault.kind == FaultKind::other_seed) return iteration == 0;
    return iteration >= fault.from && (!fault.until || iteration < *fault.until);
}

bool concerns(const Fault& fault, int rank) noexcept { return !fault.rank || *fault.rank == rank; }

std::string in_words(const Fault& fault) {
    std::ostringstream text;
    text << name(fault.kind);
    if (fault.rank)
        text << " on rank " << *fault.rank;
    else if (fault.kind != FaultKind::stale_chunk)
        text << " on all ranks";
    switch (fault.kind) {
        case FaultKind::scale_gradient: text << " (factor " << fault.factor << ")"; break;
        case FaultKind::stale_chunk:
            text << " (chunk " << fault.chunk << ", step " << fault.step << ")";
            break;
        case FaultKind::flip_bit:
            text << " (parameter " << fault.index << ", bit " << fault.bit << ")";
            break;
        case FaultKind::nan: text << " (element " << fault.index << ")"; break;
        case FaultKind::straggler: text << " (" << fault.milliseconds << " ms)"; break;
        default: break;
    }
    return text.str();
}

std::optional<StaleTransfer> stale_transfer(const std::string& words) {
    StaleTransfer transfer;
    if (!words.starts_with(name(FaultKind::stale_chunk))) return std::nullopt;
    const std::size_t place = words.find("(chunk ");
    if (place == std::string::npos) return std::nullopt;
    int from = 0;
    if (std::sscanf(words.c_str(), "stale-chunk on rank %d", &from) == 1) transfer.from = from;
    if (std::sscanf(words.c_str() + place, "(chunk %d, step %d)", &transfer.chunk,
                    &transfer.step) != 2)
        return std::nullopt;
    return transfer;
}

}  // namespace ringscope
