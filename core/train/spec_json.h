#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "core/train/spec.h"

namespace ringscope {

// Reads a training spec (docs/formats.md). Data files with relative names are looked for in
// base_dir. `where` names the file in messages, `path` is the JSON path of the spec in it ("$.spec"
// in a session). Throws Error bad_input for everything that the format does not allow, with file
// and JSON path, what was found and what is allowed. Data files are not opened here: load_dataset
// does.
TrainingSpec parse_spec(const nlohmann::json& value, const std::filesystem::path& base_dir,
                        const std::string& where, const std::string& path = "$");

// load_json_file and parse_spec.
TrainingSpec load_spec(const std::filesystem::path& file);

// The whole spec with every default written out; parse_spec gives the same spec again. Data files
// are written with absolute paths, so that the text can be saved anywhere.
nlohmann::json to_json(const TrainingSpec& spec);

// What can only be known with the number of training samples: average "after" and unweighted or
// forgotten averages of single ranks need even shards in every batch. Throws Error bad_input.
void check_even_shards(const TrainingSpec& spec, std::int64_t samples, const std::string& where,
                       const std::string& path = "$");

}  // namespace ringscope
