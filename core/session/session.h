#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/session/sweep.h"
#include "core/trace/recording.h"
#include "core/train/spec.h"

namespace ringscope {

// The vectors of a collective session: values[rank][element], 1 to 64 rows of one length.
struct CollectiveInput {
    std::vector<std::vector<float>> values;
    std::string algorithm = "ring";
    Ownership ownership = Ownership::textbook;
};

// What a .ringscope file says (docs/formats.md): something to run, what to tell about it and how to
// open it. Scenarios are sessions that ship with the program. A plain value.
struct Session {
    std::string title;
    std::string text;  // what to look at and why; paragraphs are parted by empty lines
    std::optional<Position> open_at;  // the frame to show first, where that is not the first one
    nlohmann::json view = nlohmann::json::object();  // how the window shows it; kept as it is
    std::variant<TrainingSpec, CollectiveInput> content;
    // A sweep: the training is to be run once for each of these world sizes (rising, 1 to 64).
    // Empty in other sessions.
    std::vector<int> world_sizes;
    // A sweep that has been run: a point for each of the world sizes. Else empty.
    std::vector<SweepPoint> measured;

    bool is_sweep() const { return !world_sizes.empty(); }
    RunKind kind() const { return content.index() == 0 ? RunKind::train : RunKind::collective; }
    // ContractError if the session is of the other kind.
    const TrainingSpec& training() const;
    const CollectiveInput& collective() const;
};

// Reads a session's envelope and what is in it. Data files with relative names are looked for in
// base_dir; `where` names the file in messages. Throws Error bad_input with the JSON path.
Session parse_session(const nlohmann::json& value, const std::filesystem::path& base_dir,
                      const std::string& where);

// The envelope with every default written out; parse_session gives the same session again.
nlohmann::json to_json(const Session& session);
// The same as text. JSON is UTF-8: bytes of a file's name that are not become U+FFFD.
std::string json_text(const Session& session, int indent = -1);

// A file with an envelope, or with a bare training spec, whose title is then the file's name.
Session load_session(const std::filesystem::path& file);

// The session that a recording was made from: to execute again and to go on with training.
Session session_of(const Recording& recording);

// Writes the file whole or not at all.
void save_session(const Session& session, const std::filesystem::path& file);

// The names of the scenarios, in the order in which a lesson goes through them.
std::vector<std::string> scenario_names();
// Throws Error bad_input that lists the names when there is no such scenario.
Session load_scenario(const std::string& name);

// A file if there is one of that name, else a scenario.
Session load_file_or_scenario(const std::string& source);

}  // namespace ringscope
