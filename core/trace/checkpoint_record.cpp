#include "core/support/digest.h"
#include "core/trace/frame_record.h"

namespace ringscope {

nlohmann::json to_record(const std::vector<float>& values) {
    return {{"values", raw_floats(values)}};
}

Floats read_floats(const RecordFields& fields) {
    return std::make_shared<std::vector<float>>(fields.floats("values"));
}

namespace {

nlohmann::json numbers(const std::vector<Floats>& vectors, const FloatsNumber& number_of) {
    nlohmann::json list = nlohmann::json::array();
    for (const Floats& vector : vectors) list.push_back(number_of(vector));
    return list;
}

// One vector a rank, or none at all where the run keeps nothing of the kind.
std::vector<Floats> read_numbers(const RecordFields& fields, const char* key, const RunInfo& info,
                                 const std::vector<Floats>& known, std::int64_t length) {
    const nlohmann::json& list = fields.array(key);
    fields.require(list.empty() || std::ssize(list) == info.world_size, "not one vector a rank");
    std::vector<Floats> vectors;
    for (std::size_t r = 0; r < list.size(); ++r) {
        const auto number = element(list, r, 0, std::ssize(known) - 1, fields);
        vectors.push_back(known[static_cast<std::size_t>(number)]);
        fields.require(std::ssize(*vectors.back()) == length, "a vector has another length");
    }
    return vectors;
}

}  // namespace

nlohmann::json to_record(const Checkpoint& checkpoint, const FloatsNumber& number_of) {
    nlohmann::json record = {{"iteration", checkpoint.iteration},
                             {"parameters", numbers(checkpoint.parameters, number_of)},
                             {"optimizer_state", numbers(checkpoint.optimizer_state, number_of)},
                             {"digests", checkpoint.digests},
                             {"faults", checkpoint.faults_json},
                             {"extra", checkpoint.extra_json}};
    if (checkpoint.executed_again) record["executed_again"] = true;
    return record;
}

CheckpointPtr read_checkpoint(const RecordFields& fields, const RunInfo& info,
                              const std::vector<Floats>& floats, std::int64_t iterations) {
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->iteration = fields.integer("iteration", 0, iterations);
    checkpoint->parameters = read_numbers(fields, "parameters", info, floats, info.length);
    const int states = info.optimizer ? state_vectors(info.optimizer->kind) : 0;
    checkpoint->optimizer_state =
        read_numbers(fields, "optimizer_state", info, floats, states * info.length);
    fields.require(
        info.kind != RunKind::train || (!checkpoint->parameters.empty() &&
                                        (states == 0 || !checkpoint->optimizer_state.empty())),
        "parameters or optimizer state are missing");

    const nlohmann::json& digests = fields.array("digests");
    fields.require(digests.size() == checkpoint->parameters.size(), "not one digest a rank");
    for (std::size_t r = 0; r < digests.size(); ++r) {
        fields.require(digests[r].is_number_unsigned(), "a digest is no unsigned number");
        checkpoint->digests.push_back(digests[r].get<std::uint64_t>());
        const bool seen = r > 0 && checkpoint->parameters[r] == checkpoint->parameters[r - 1] &&
                          checkpoint->digests[r] == checkpoint->digests[r - 1];
        fields.require(seen || digest(*checkpoint->parameters[r]) == checkpoint->digests[r],
                       "the parameters do not have the recorded digest");
    }
    checkpoint->faults_json = fields.text("faults");
    checkpoint->extra_json = fields.text("extra");
    checkpoint->executed_again = fields.has("executed_again");
    return checkpoint;
}

}  // namespace ringscope
