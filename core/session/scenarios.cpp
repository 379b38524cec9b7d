#include <array>
#include <span>
#include <string_view>

#include "core/session/session.h"
#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "embedded/scenario_digits.h"
#include "embedded/scenario_split_the_batch.h"
#include "embedded/scenario_toy.h"

namespace ringscope {

namespace {

struct Scenario {
    const char* name;
    const std::span<const unsigned char>* file;
};

const std::array scenarios = {
    Scenario{"toy", &resources::scenario_toy},
    Scenario{"split-the-batch", &resources::scenario_split_the_batch},
    Scenario{"digits", &resources::scenario_digits},
};

}  // namespace

std::vector<std::string> scenario_names() {
    std::vector<std::string> names;
    for (const Scenario& scenario : scenarios) names.emplace_back(scenario.name);
    return names;
}

Session load_scenario(const std::string& name) {
    for (const Scenario& scenario : scenarios) {
        if (name != scenario.name) continue;
        const std::string_view text(reinterpret_cast<const char*>(scenario.file->data()),
                                    scenario.file->size());
        const std::string where = "scenario " + name;
        return parse_session(parse_json(text, where), {}, where);
    }
    throw Error(ErrorCode::bad_input, name, "there is no file and no scenario of this name",
                "The scenarios are " + list_in_words(scenario_names()));
}

}  // namespace ringscope
