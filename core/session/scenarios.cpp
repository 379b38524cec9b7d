#include <array>
#include <span>
#include <string_view>

#include "core/session/session.h"
#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "embedded/scenario_digits.h"
#include "embedded/scenario_more_devices.h"
#include "embedded/scenario_nan_contagion.h"
#include "embedded/scenario_no_sync.h"
#include "embedded/scenario_only_neighbours.h"
#include "embedded/scenario_out_of_memory.h"
#include "embedded/scenario_outlier_on_device_3.h"
#include "embedded/scenario_overlap.h"
#include "embedded/scenario_split_the_batch.h"
#include "embedded/scenario_straggler.h"
#include "embedded/scenario_toy.h"
#include "embedded/scenario_uneven_chunks.h"

namespace ringscope {

namespace {

struct Scenario {
    const char* name;
    const std::span<const unsigned char>* file;
};

const std::array scenarios = {
    Scenario{"toy", &resources::scenario_toy},
    Scenario{"split-the-batch", &resources::scenario_split_the_batch},
    Scenario{"no-sync", &resources::scenario_no_sync},
    Scenario{"outlier-on-device-3", &resources::scenario_outlier_on_device_3},
    Scenario{"uneven-chunks", &resources::scenario_uneven_chunks},
    Scenario{"only-neighbours", &resources::scenario_only_neighbours},
    Scenario{"more-devices", &resources::scenario_more_devices},
    Scenario{"out-of-memory", &resources::scenario_out_of_memory},
    Scenario{"overlap", &resources::scenario_overlap},
    Scenario{"straggler", &resources::scenario_straggler},
    Scenario{"nan-contagion", &resources::scenario_nan_contagion},
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
