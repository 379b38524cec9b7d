#include "core/train/report.h"

#include <sstream>

#include "core/collective/traffic.h"
#include "core/support/digest.h"
#include "core/train/dump.h"
#include "tests/support/catch.h"
#include "tests/support/training.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

struct Result {
    nlohmann::json report, dump;
    TrainingTally tally;
    std::string text;
    std::vector<std::vector<float>> parameters;
};

Result train(const std::string& patch, Pace pace = Pace::free) {
    Trainer trainer = host_trainer(small_training(patch));
    Result result;
    TrainingDump dump;
    while (!trainer.finished()) {
        const FramePtr frame = trainer.advance(TrainingDump::pace(trainer, pace));
        result.tally.add(*frame);
        dump.add(trainer, *frame);
    }
    std::ostringstream json, text, dumped;
    const TrainingReport report = report_of(trainer, result.tally);
    write_json(json, report);
    write_text(text, report);
    dump.write(dumped, result.tally);
    result.report = nlohmann::json::parse(json.str());
    result.dump = nlohmann::json::parse(dumped.str());
    result.text = text.str();
    result.parameters = all_parameters(trainer);
    return result;
}

std::vector<std::string> keys(const nlohmann::json& json) {
    std::vector<std::string> names;
    for (const auto& [key, value] : json.items()) names.push_back(key);
    return names;
}

}  // namespace

TEST_CASE("the report of a training has the promised keys and true values") {
    const Result result = train(R"({"steps": 11})");
    CHECK(keys(result.report) ==
          std::vector<std::string>{"bytes_sent_per_rank", "digests", "final_loss", "iterations",
                                   "memory_bytes", "placement", "replicas_identical",
                                   "samples_per_s", "test_accuracy", "train_accuracy",
                                   "world_size"});
    CHECK(result.report["iterations"] == 11);
    CHECK(result.report["world_size"] == 4);
    CHECK(result.report["replicas_identical"] == true);
    CHECK(result.report["test_accuracy"].is_null());
    CHECK(result.report["digests"] ==
          nlohmann::json(std::vector<std::string>(4, hex16(digest(result.parameters[0])))));
    CHECK(result.report["bytes_sent_per_rank"] ==
          nlohmann::json(ring_bytes_per_rank(4, 27, Ownership::textbook)));
    CHECK(result.report["samples_per_s"] > 0);
    CHECK(keys(result.report["memory_bytes"]) ==
          std::vector<std::string>{"activations", "communication", "gradients", "input",
                                   "optimizer_state", "parameters"});
    CHECK(result.report["memory_bytes"]["parameters"] == nlohmann::json({108, 108, 108, 108}));
    CHECK(result.text.find("yes, after every iteration") != std::string::npos);
}

TEST_CASE("the dump has losses, gradients and parameters, the same at either pace") {
    const Result free = train(R"({"steps": 11})"),
                 watched = train(R"({"steps": 11})", Pace::watched);
    CHECK(free.dump == watched.dump);
    CHECK(free.dump["losses"].size() == 11);
    CHECK(keys(free.dump["parameters"]) == std::vector<std::string>{"1", "10", "2"});
    CHECK(free.dump["parameters"]["10"].size() == 27);
    CHECK(free.dump["local_gradients_step0"].size() == 4);
    CHECK_FALSE(free.dump.contains("parameters_by_rank"));
    for (std::size_t i = 0; i < 27; ++i) {
        double mean = 0;
        for (std::size_t r = 0; r < 4; ++r)
            mean += free.dump["local_gradients_step0"][r][i].get<double>() / 4;
        CHECK(free.dump["averaged_gradient_step0"][i].get<double>() == Approx(mean).margin(1e-6));
    }
    const Result two = train(R"({"steps": 2})");
    CHECK(two.dump["parameters"]["2"].get<std::vector<float>>() == two.parameters[0]);
}

TEST_CASE("replicas that differ after any iteration are told") {
    const Result result = train(
        R"({"steps": 4, "faults": [{"kind": "skip-all-reduce", "rank": 1, "from": 1, "until": 2}]})");
    CHECK(result.tally.first_difference() == 1);
    CHECK(result.report["replicas_identical"] == false);
    CHECK(result.dump["parameters_by_rank"]["2"].size() == 4);
    CHECK(result.dump["parameters_by_rank"]["2"][1] != result.dump["parameters_by_rank"]["2"][0]);
    CHECK(result.text.find("since iteration 1") != std::string::npos);
}

TEST_CASE("NaN losses are null in JSON") {
    const Result result = train(R"({"steps": 3, "faults": [{"kind": "nan", "index": 26}]})");
    CHECK(result.dump["losses"][0].is_number());
    CHECK(result.dump["losses"][2].is_null());
    CHECK(result.report["final_loss"].is_null());
}
