#include <cstring>

#include "core/support/digest.h"
#include "core/support/error.h"
#include "core/support/json_reader.h"
#include "core/train/faults.h"
#include "core/train/trainer.h"

namespace ringscope {

namespace {

using Shared = std::shared_ptr<const std::vector<float>>;

// Appends the vector, or the one of the rank before when it has the same bits.
void append(std::vector<Shared>& vectors, std::vector<float> values) {
    if (!vectors.empty() && vectors.back()->size() == values.size() &&
        (values.empty() ||
         std::memcmp(vectors.back()->data(), values.data(), values.size() * sizeof(float)) == 0))
        vectors.push_back(vectors.back());
    else
        vectors.push_back(std::make_shared<const std::vector<float>>(std::move(values)));
}

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorCode::bad_input, "checkpoint", what,
                "The recording is damaged or belongs to another run");
}

void check(const std::vector<Shared>& vectors, std::size_t ranks, std::size_t elements,
           const std::string& what) {
    if (vectors.size() != ranks)
        refuse("found " + what + " of " + std::to_string(vectors.size()) + " ranks, the run has " +
               std::to_string(ranks));
    for (const Shared& vector : vectors)
        if (!vector || vector->size() != elements)
            refuse("found " + std::to_string(vector ? vector->size() : 0) + " numbers of " + what +
                   " a rank, the run has " + std::to_string(elements));
}

}  // namespace

CheckpointPtr Trainer::checkpoint() {
    expect(at_iteration_boundary(), "Trainer::checkpoint: between iterations");
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->iteration = iteration_;
    for (Rank r = 0; r < spec_.world_size; ++r) {
        append(checkpoint->parameters, replicas_->read_parameters(r));
        if (state_vectors(spec_.optimizer.kind) == 0)
            append(checkpoint->optimizer_state, {});
        else
            append(checkpoint->optimizer_state, replicas_->read_optimizer_state(r));
    }
    checkpoint->digests = replicas_->digests();
    checkpoint->faults_json = to_json(faults_).dump();
    checkpoint->extra_json = stale_.to_json();
    return checkpoint;
}

void Trainer::restore(const Checkpoint& checkpoint) {
    const auto ranks = static_cast<std::size_t>(spec_.world_size);
    const auto elements = static_cast<std::size_t>(info_.length);
    const auto states = static_cast<std::size_t>(state_vectors(spec_.optimizer.kind));
    check(checkpoint.parameters, ranks, elements, "parameters");
    check(checkpoint.optimizer_state, ranks, elements * states, "optimizer state");
    if (checkpoint.iteration < 0) refuse("found a negative iteration");
    for (std::size_t r = 0; r < ranks; ++r)
        if (checkpoint.digests.size() != ranks ||
            checkpoint.digests[r] != digest(*checkpoint.parameters[r]))
            refuse("the parameters do not have the digests beside them");
    std::vector<Fault> faults = faults_;
    if (!checkpoint.faults_json.empty()) {
        const nlohmann::json json = parse_json(checkpoint.faults_json, "checkpoint, faults");
        faults = parse_faults(JsonReader(json, "checkpoint, faults"), fault_limits());
    }
    StaleValues stale;
    stale.restore(checkpoint.extra_json, info_.buckets.front().schedule);

    for (Rank r = 0; r < spec_.world_size; ++r) {
        replicas_->load_parameters(r, *checkpoint.parameters[static_cast<std::size_t>(r)]);
        if (states > 0)
            replicas_->load_optimizer_state(
                r, *checkpoint.optimizer_state[static_cast<std::size_t>(r)]);
    }
    faults_ = std::move(faults);
    stale_ = std::move(stale);
    started_ = true;
    iteration_ = checkpoint.iteration;
    plan_.reset();
    losses_.clear();
    recorder_.drop_all();
    compare();
    expect(digests_ == checkpoint.digests, "Trainer::restore: the replicas hold what was loaded");
}

}  // namespace ringscope
