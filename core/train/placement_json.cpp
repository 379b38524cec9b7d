#include "core/train/placement_json.h"

namespace ringscope {

void write_placement(JsonWriter& json, const Placement& placement) {
    json.begin_object();
    json.member("kind", name(placement.kind));
    json.member("summary", placement.summary);
    json.member("oversubscribed", placement.oversubscribed);
    json.key("ranks").begin_array();
    for (std::size_t r = 0; r < placement.ranks.size(); ++r) {
        const RankPlace& place = placement.ranks[r];
        json.begin_object();
        json.member("rank", static_cast<std::int64_t>(r));
        json.member("label", place.label);
        json.member("device", place.device);
        json.member("platform", place.platform);
        json.member("device_index", place.device_index);
        json.member("context", place.context);
        json.member("compute_units", place.compute_units);
        json.end_object();
    }
    json.end_array().end_object();
}

}  // namespace ringscope
