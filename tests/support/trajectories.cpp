#include "tests/support/trajectories.h"

#include <cmath>

#include "core/support/json_reader.h"
#include "core/train/spec_json.h"
#include "core/train/trainer.h"
#include "tests/support/catch.h"

namespace ringscope::test {

namespace {

using Numbers = std::vector<double>;

constexpr double tolerance = 1e-5;

// NaN makes the distance infinite, so that it cannot pass.
double distance(const std::vector<float>& ours, const Numbers& reference) {
    if (ours.size() != reference.size()) return INFINITY;
    double largest = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const double off = std::abs(static_cast<double>(ours[i]) - reference[i]);
        largest = off <= largest ? largest : (std::isnan(off) ? INFINITY : off);
    }
    return largest;
}

nlohmann::json spec_of(const nlohmann::json& reference, const std::string& optimizer,
                       const std::string& sharding, int world_size) {
    nlohmann::json spec = {{"data", {{"x", reference["x"]}, {"y", reference["y"]}}},
                           {"world_size", world_size},
                           {"global_batch", reference["global_batch"]},
                           {"sharding", sharding},
                           {"steps", 10}};
    spec["model"] = {{"sizes", reference["sizes"]},
                     {"activation", reference["activation"]},
                     {"loss", reference["loss"]},
                     {"initial_parameters", reference["init"]}};
    spec["optimizer"] = reference["optimisers"][optimizer]["settings"];
    spec["optimizer"]["name"] = optimizer;
    return spec;
}

// The first iteration watched, with what the reference says about its gradients.
void check_first_iteration(Trainer& trainer, const nlohmann::json& reference,
                           const nlohmann::json& shards, double first_loss) {
    for (FramePtr frame; trainer.iteration() == 0;) {
        frame = trainer.advance(Pace::watched);
        if (frame->phase == FramePhase::backward) {
            for (int r = 0; r < trainer.spec().world_size; ++r) {
                const auto i = static_cast<std::size_t>(r);
                CAPTURE(r);
                CHECK(frame->ranks[i].samples == shards["sample_counts"][i].get<std::int64_t>());
                const std::vector<float> local = trainer.replicas().read_gradient(r);
                if (frame->ranks[i].samples == 0) {
                    CHECK(*frame->ranks[i].loss == 0);
                    CHECK(local == std::vector<float>(local.size(), 0.0F));
                    continue;
                }
                CHECK(*frame->ranks[i].loss ==
                      Approx(shards["local_loss_f64"][i].get<double>()).margin(tolerance));
                CHECK(distance(local, shards["local_grad_f64"][i].get<Numbers>()) <= tolerance);
            }
            CHECK(*frame->loss == Approx(first_loss).margin(tolerance));
        }
        if (frame->phase == FramePhase::update)
            for (int r = 0; r < trainer.spec().world_size; ++r)
                CHECK(distance(trainer.replicas().read_gradient(r),
                               reference["avg_grad_step0"]["f64"].get<Numbers>()) <= tolerance);
        if (frame->phase == FramePhase::equality) CHECK(*frame->identical);
    }
}

void check_run(const nlohmann::json& reference, const std::string& optimizer,
               const std::string& sharding, int world_size,
               const ReplicaSetFactory& make_replicas) {
    CAPTURE(optimizer, sharding, world_size);
    const nlohmann::json& expected = reference["optimisers"][optimizer]["f64"];
    const nlohmann::json& shards = reference["worlds"][std::to_string(world_size)][sharding];
    Trainer trainer(parse_spec(spec_of(reference, optimizer, sharding, world_size), "", "case"),
                    "case", "", make_replicas);
    check_first_iteration(trainer, reference, shards, expected["loss"][0].get<double>());
    const auto check_weights = [&](const char* key) {
        CAPTURE(key);
        CHECK(distance(trainer.replicas().read_parameters(0), expected[key].get<Numbers>()) <=
              tolerance);
    };
    check_weights("weights_after_1");
    for (std::size_t t = 1; !trainer.finished(); ++t) {
        const FramePtr frame = trainer.advance(Pace::free);
        CAPTURE(t);
        CHECK(*frame->identical);
        CHECK(*frame->loss == Approx(expected["loss"][t].get<double>()).margin(tolerance));
        if (t == 1) check_weights("weights_after_2");
    }
    check_weights("weights_after_10");
}

}  // namespace

void check_trajectory(const std::filesystem::path& file, const ReplicaSetFactory& make_replicas) {
    CAPTURE(file.filename().string());
    const nlohmann::json reference = load_json_file(file);
    for (const auto& [optimizer, ignored] : reference["optimisers"].items())
        for (const auto& [world_size, shardings] : reference["worlds"].items())
            for (const auto& [sharding, also_ignored] : shardings.items())
                if (sharding == "contiguous" || sharding == "strided")
                    check_run(reference, optimizer, sharding, std::stoi(world_size), make_replicas);
}

void check_trajectories(const ReplicaSetFactory& make_replicas) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(RINGSCOPE_SOURCE_DIR) / "tests/golden/trajectories"))
        if (entry.path().extension() == ".json") {
            check_trajectory(entry.path(), make_replicas);
            ++files;
        }
    CHECK(files == 4);
}

}  // namespace ringscope::test
