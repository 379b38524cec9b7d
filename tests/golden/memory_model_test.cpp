#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "core/planner/memory_model.h"
#include "core/planner/what_fits.h"
#include "tests/support/catch.h"

using namespace ringscope;

TEST_CASE("the memory model reproduces table 1 of the ZeRO paper") {
    std::ifstream in(RINGSCOPE_SOURCE_DIR "/tests/golden/zero/table1.json");
    const nlohmann::json table = nlohmann::json::parse(in);
    const char* const keys[] = {"baseline", "pos", "pos_g", "pos_g_p"};
    REQUIRE(table["rows"].size() >= 18);
    for (const nlohmann::json& row : table["rows"])
        for (int stage = 0; stage < zero_stages; ++stage) {
            const ModelStates states = model_states(
                row["psi"], row["dp"], static_cast<ZeroStage>(stage), mixed_precision_adam_bytes());
            CAPTURE(row["model"].get<std::string>(), row["dp"].get<int>(), keys[stage]);
            CHECK(states.sum() == Approx(row["bytes"][keys[stage]].get<double>()).epsilon(1e-12));
            CHECK(states.sum() / 1e9 == Approx(row["gb"][keys[stage]].get<double>()).epsilon(1e-9));
        }
    for (int stage = 0; stage < zero_stages; ++stage)
        CHECK(sent_parameters(1, static_cast<ZeroStage>(stage)) ==
              table["communication_volume_per_step_in_psi_elements"]
                   [stage == 0 ? "baseline_dp" : keys[stage]]);
}

TEST_CASE("in float32 with Adam a parameter takes 16 bytes, and ZeRO divides its parts in turn") {
    const double p = 1000;
    const BytesPerParameter adam = float32_bytes(OptimizerKind::adam);
    for (const int n : {1, 2, 7, 64}) {
        CAPTURE(n);
        CHECK(model_states(p, n, ZeroStage::none, adam).sum() == 16 * p);
        CHECK(model_states(p, n, ZeroStage::optimizer_state, adam).sum() ==
              Approx(8 * p + 8 * p / n));
        CHECK(model_states(p, n, ZeroStage::gradients, adam).sum() == Approx(4 * p + 12 * p / n));
        CHECK(model_states(p, n, ZeroStage::parameters, adam).sum() == Approx(16 * p / n));
    }
    CHECK(float32_bytes(OptimizerKind::sgd).sum() == 8);
    CHECK(float32_bytes(OptimizerKind::momentum).sum() == 12);
}

TEST_CASE("what fits into a budget is the largest that does") {
    const MlpShape shape{{64, 256, 320, 10}, Activation::relu, LossKind::cross_entropy};
    const BytesPerParameter bytes = float32_bytes(OptimizerKind::adam);
    const WhatFits fits = what_fits(shape, bytes, 1572864);
    CHECK(fits.needed == 16.0 * 102090);
    CHECK(fits.most_parameters == 98304);
    CHECK(fits.widest_layer == 305);
    CHECK(fits.zero3_devices == 2);
    const auto states = [&](int width) {
        return model_states(static_cast<double>(parameter_count({{64, 256, width, 10}})), 1,
                            ZeroStage::none, bytes)
            .sum();
    };
    CHECK(states(305) <= 1572864);
    CHECK(states(306) > 1572864);
    CHECK(what_fits(shape, bytes, 1e9).widest_layer == 320);
    CHECK(what_fits({{64, 10}}, bytes, 100).widest_layer == 0);
}
