#include "core/session/sweep_json.h"

#include "core/train/limits.h"

namespace ringscope {

namespace {

constexpr double most_seconds = 1e9, most_samples_per_second = 1e15;
constexpr std::int64_t most_bytes = std::int64_t{1} << 60;

TimeShares parse_shares(const JsonReader& reader) {
    reader.require_object({"compute", "communication", "update", "host"});
    const auto seconds = [&](const char* key) { return reader.at(key).number(0, most_seconds); };
    return {seconds("compute"), seconds("communication"), seconds("update"), seconds("host")};
}

std::vector<std::int64_t> parse_bytes(const JsonReader& reader, int world_size) {
    std::vector<std::int64_t> bytes;
    const auto count = static_cast<std::size_t>(world_size);
    for (std::size_t r = 0; r < reader.array_size(count, count); ++r)
        bytes.push_back(reader[r].integer(0, most_bytes));
    return bytes;
}

}  // namespace

nlohmann::json to_json(const SweepPoint& point) {
    nlohmann::json memory = nlohmann::json::object();
    for (int c = 0; c < memory_categories; ++c) {
        nlohmann::json& ranks = memory[name(static_cast<MemoryCategory>(c))];
        ranks = nlohmann::json::array();
        for (const MemoryUse& rank : point.memory) ranks.push_back(rank[static_cast<size_t>(c)]);
    }
    return {{"world_size", point.world_size},
            {"batch", point.batch},
            {"timed_iterations", point.timed_iterations},
            {"seconds", point.seconds},
            {"samples_per_s", point.samples_per_second},
            {"seconds_per_iteration",
             {{"compute", point.shares.compute},
              {"communication", point.shares.communication},
              {"update", point.shares.update},
              {"host", point.shares.host}}},
            {"memory_bytes", std::move(memory)},
            {"bytes_sent_per_rank", point.bytes_sent},
            {"replicas_identical", point.identical},
            {"placement", point.placement.summary}};
}

SweepPoint parse_sweep_point(const JsonReader& reader) {
    reader.require_object({"world_size", "batch", "timed_iterations", "seconds", "samples_per_s",
                           "seconds_per_iteration", "memory_bytes", "bytes_sent_per_rank",
                           "replicas_identical", "placement"});
    SweepPoint point;
    point.world_size = static_cast<int>(reader.at("world_size").integer(1, max_world_size));
    point.batch = reader.at("batch").integer(0, most_bytes);
    point.timed_iterations = reader.at("timed_iterations").integer(0, max_steps);
    point.seconds = reader.at("seconds").number(0, most_seconds);
    point.samples_per_second = reader.at("samples_per_s").number(0, most_samples_per_second);
    point.shares = parse_shares(reader.at("seconds_per_iteration"));
    point.memory.resize(static_cast<std::size_t>(point.world_size));
    const JsonReader memory = reader.at("memory_bytes");
    memory.require_object();
    for (int c = 0; c < memory_categories; ++c) {
        const std::vector<std::int64_t> ranks =
            parse_bytes(memory.at(name(static_cast<MemoryCategory>(c))), point.world_size);
        for (std::size_t r = 0; r < ranks.size(); ++r)
            point.memory[r][static_cast<std::size_t>(c)] = ranks[r];
    }
    point.bytes_sent = parse_bytes(reader.at("bytes_sent_per_rank"), point.world_size);
    point.identical = reader.at("replicas_identical").boolean();
    if (const auto placement = reader.find("placement"); placement && placement->json().is_string())
        point.placement.summary = placement->json().get<std::string>();
    return point;
}

}  // namespace ringscope
