#include "core/session/session.h"

#include "core/collective/algorithms.h"
#include "core/collective/vectors_json.h"
#include "core/session/sweep_json.h"
#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "core/train/limits.h"
#include "core/train/spec_json.h"

namespace ringscope {

namespace {

constexpr int session_version = 1;

// Text that may be empty, unlike JsonReader::text.
std::string optional_text(const JsonReader& reader, std::string_view key) {
    const auto text = reader.find(key);
    if (!text) return {};
    if (!text->json().is_string()) text->fail("a text");
    return text->json().get<std::string>();
}

CollectiveInput parse_collective(const JsonReader& reader) {
    CollectiveInput input;
    input.values = vectors_from_json(reader.at("values"));
    if (const auto algorithm = reader.find("algorithm"))
        input.algorithm = algorithm_names()[algorithm->one_of(algorithm_names())];
    if (const auto ownership = reader.find("ownership"))
        input.ownership =
            ownership->one_of({"textbook", "nccl"}) == 0 ? Ownership::textbook : Ownership::nccl;
    return input;
}

std::vector<int> parse_world_sizes(const JsonReader& reader) {
    std::vector<int> sizes;
    const std::size_t count = reader.array_size(1, max_world_size);
    for (std::size_t i = 0; i < count; ++i) {
        sizes.push_back(static_cast<int>(reader[i].integer(1, max_world_size)));
        if (i > 0 && sizes[i] <= sizes[i - 1])
            reader[i].complain("world sizes rise, but " + std::to_string(sizes[i]) + " follows " +
                               std::to_string(sizes[i - 1]));
    }
    return sizes;
}

// As many as the world sizes, in their order.
std::vector<SweepPoint> parse_measured(const JsonReader& reader, const std::vector<int>& sizes) {
    std::vector<SweepPoint> points;
    for (std::size_t i = 0; i < reader.array_size(sizes.size(), sizes.size()); ++i) {
        points.push_back(parse_sweep_point(reader[i]));
        if (points[i].world_size != sizes[i])
            reader[i].complain("this is of world size " + std::to_string(points[i].world_size) +
                               ", but world_sizes has " + std::to_string(sizes[i]) + " here");
    }
    return points;
}

Position parse_position(const JsonReader& reader) {
    reader.require_object({"iteration", "frame"});
    Position position;
    if (const auto iteration = reader.find("iteration"))
        position.iteration = iteration->integer(0, max_steps);
    if (const auto frame = reader.find("frame")) position.frame = frame->integer(0, max_steps);
    return position;
}

void check_version(const JsonReader& reader) {
    const JsonReader version = reader.at("version");
    if (version.json().is_number_integer() && version.json() > session_version)
        version.fail("1, the newest that this program knows", "Open it with a newer Ringscope");
    version.integer(session_version, session_version);
}

}  // namespace

const TrainingSpec& Session::training() const {
    expect(kind() == RunKind::train, "Session::training: a training session");
    return std::get<TrainingSpec>(content);
}

const CollectiveInput& Session::collective() const {
    expect(kind() == RunKind::collective, "Session::collective: a collective session");
    return std::get<CollectiveInput>(content);
}

Session parse_session(const nlohmann::json& value, const std::filesystem::path& base_dir,
                      const std::string& where) {
    const JsonReader reader(value, where);
    reader.require_object();
    check_version(reader);
    const JsonReader kind = reader.at("kind");
    const std::size_t kind_index = kind.one_of({"train", "collective", "sweep"});
    Session session;
    if (kind_index == 1) {
        reader.require_object({"version", "kind", "title", "text", "open_at", "values", "algorithm",
                               "ownership", "view"});
        session.content = parse_collective(reader);
    } else if (kind_index == 0) {
        reader.require_object({"version", "kind", "title", "text", "open_at", "spec", "view"});
        session.content = parse_spec(reader.at("spec").json(), base_dir, where, "$.spec");
    } else {
        reader.require_object({"version", "kind", "title", "text", "open_at", "spec", "world_sizes",
                               "measured", "view"});
        session.content = parse_spec(reader.at("spec").json(), base_dir, where, "$.spec");
        session.world_sizes = parse_world_sizes(reader.at("world_sizes"));
        if (const auto measured = reader.find_not_null("measured"))
            session.measured = parse_measured(*measured, session.world_sizes);
    }
    session.title = optional_text(reader, "title");
    session.text = optional_text(reader, "text");
    if (const auto position = reader.find_not_null("open_at"))
        session.open_at = parse_position(*position);
    if (const auto view = reader.find_not_null("view")) {
        view->require_object();
        session.view = view->json();
    }
    return session;
}

nlohmann::json to_json(const Session& session) {
    nlohmann::json envelope = {{"version", session_version},
                               {"kind", session.is_sweep() ? "sweep" : name(session.kind())},
                               {"title", session.title},
                               {"text", session.text},
                               {"view", session.view}};
    if (session.open_at)
        envelope["open_at"] = {{"iteration", session.open_at->iteration},
                               {"frame", session.open_at->frame}};
    if (session.kind() == RunKind::train) {
        envelope["spec"] = to_json(session.training());
        if (session.is_sweep()) envelope["world_sizes"] = session.world_sizes;
        for (const SweepPoint& point : session.measured)
            envelope["measured"].push_back(to_json(point));
    } else {
        envelope["values"] = session.collective().values;
        envelope["algorithm"] = session.collective().algorithm;
        envelope["ownership"] = name(session.collective().ownership);
    }
    return envelope;
}

Session load_session(const std::filesystem::path& file) {
    const nlohmann::json value = load_json_file(file);
    if (value.is_object() && !value.contains("version") && !value.contains("kind")) {
        Session session;
        session.content = parse_spec(value, file.parent_path(), file.string());
        session.title = file.stem().string();
        return session;
    }
    return parse_session(value, file.parent_path(), file.string());
}

std::string json_text(const Session& session, int indent) {
    return to_json(session).dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

Session session_of(const Recording& recording) {
    const std::string where = "the session in the recording";
    return parse_session(parse_json(recording.info().session_json, where), {}, where);
}

void save_session(const Session& session, const std::filesystem::path& file) {
    write_file(file, json_text(session, 2) + "\n");
}

Session load_file_or_scenario(const std::string& source) {
    std::error_code ignored;
    return std::filesystem::exists(source, ignored) ? load_session(source) : load_scenario(source);
}

}  // namespace ringscope
