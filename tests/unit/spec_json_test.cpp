#include <filesystem>
#include <fstream>

#include "core/support/json_reader.h"
#include "core/train/spec_json.h"
#include "tests/support/catch.h"
#include "tests/support/errors.h"

using namespace ringscope;
using test::error_of;

namespace {

nlohmann::json small_spec() {
    return nlohmann::json::parse(R"({
        "model": {"sizes": [2, 4, 3]},
        "data": {"x": [[0, 1], [1, 0], [1, 1], [0, 0]], "y": [0, 1, 2, 0]},
        "world_size": 2, "global_batch": 4})");
}

// Parses the small spec after a JSON merge patch; what is null in the patch is removed.
std::string error_with(const std::string& patch) {
    nlohmann::json spec = small_spec();
    spec.merge_patch(nlohmann::json::parse(patch));
    return error_of([&] { parse_spec(spec, "", "spec.json"); });
}

// The same with a value put at a JSON pointer, so that nulls and array elements can be tried.
std::string error_at(const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json spec = small_spec();
    spec[nlohmann::json::json_pointer(pointer)] = value;
    return error_of([&] { parse_spec(spec, "", "spec.json"); });
}

}  // namespace

TEST_CASE("a small spec gets the documented defaults") {
    const TrainingSpec spec = parse_spec(small_spec(), "", "spec.json");
    CHECK(spec.model.shape == MlpShape{{2, 4, 3}, Activation::tanh, LossKind::cross_entropy});
    CHECK(spec.model.seed == 7);
    CHECK(spec.optimizer.kind == OptimizerKind::sgd);
    CHECK(spec.optimizer.lr == 0.1);
    CHECK(spec.batch() == 4);
    CHECK(spec.sharding == Sharding::contiguous);
    CHECK_FALSE(spec.shuffle);
    CHECK(spec.collective.bucket_bytes == 26214400);
    CHECK(spec.collective.overlap);
    CHECK(spec.collective.average == Averaging::before);
    CHECK(spec.steps == 10);
    CHECK_FALSE(spec.memory_budget_bytes);
}

TEST_CASE("a spec written and read again is the same") {
    for (
        const char* patch :
        {R"({})",
         R"({"data": {"x": null, "y": null, "name": "spirals", "samples": 7, "noise": 0.25, "seed": 18446744073709551615}})",
         R"({"data": {"x": null, "y": null, "csv": "a/b.csv", "target": "t"}, "shuffle": true})",
         R"({"data": {"x": null, "y": null, "idx_images": "i.gz", "idx_labels": "l.gz"}})",
         R"({"optimizer": {"name": "momentum", "lr": 0.3, "momentum": 0.5}, "sharding": "strided"})",
         R"({"optimizer": {"name": "adam", "betas": [0.8, 0.99], "eps": 1e-7}, "memory_budget_bytes": 1000000})",
         R"({"model": {"loss": "mse", "activation": "relu"}, "data": {"y": [[1,2,3],[1,2,3],[0.5,2,3],[1,2,3]]}})",
         R"({"global_batch": null, "batch_per_rank": 2, "collective": {"average": "after", "ownership": "nccl", "bucket_bytes": 40, "overlap": false}})",
         R"({"faults": [{"kind": "stale-chunk", "chunk": 1, "step": 0}, {"kind": "flip-bit", "rank": 1, "from": 2, "index": 26, "bit": 31},
                            {"kind": "straggler", "milliseconds": 2.5, "rank": null, "until": 9}, {"kind": "scale-gradient", "factor": -2, "rank": 0}]})"}) {
        CAPTURE(patch);
        nlohmann::json input = small_spec();
        input.merge_patch(nlohmann::json::parse(patch));
        const nlohmann::json once = to_json(parse_spec(input, "", "spec.json"));
        CHECK(to_json(parse_spec(once, "elsewhere", "again.json")) == once);
    }
}

TEST_CASE("every kind of bad input is refused with its JSON path") {
    struct Case {
        const char* patch;
        const char* place;
        const char* says;
    };
    for (const Case& c : std::initializer_list<Case>{
             {R"({"speed": 1})", "spec.json: $: ", "unknown key \"speed\""},
             {R"({"model": null})", "spec.json: $: ", "\"model\" is missing"},
             {R"({"model": {"sizes": null}})", "spec.json: $.model: ", "\"sizes\" is missing"},
             {R"({"model": 3})", "$.model: ", "found 3"},
             {R"({"model": {"sizes": [2]}})", "$.model.sizes: ", "found an array of 1"},
             {R"({"model": {"sizes": "2-4"}})", "$.model.sizes: ", "found \"2-4\""},
             {R"({"model": {"sizes": [2, 0, 3]}})", "$.model.sizes[1]: ", "found 0"},
             {R"({"model": {"sizes": [2, 1000000000, 3]}})", "$.model.sizes[1]: ", "1 to 16384"},
             {R"({"model": {"sizes": [2, 2.5, 3]}})", "$.model.sizes[1]: ", "found 2.5"},
             {R"({"model": {"sizes": [2, -4, 3]}})", "$.model.sizes[1]: ", "found -4"},
             {R"({"model": {"sizes": [2, 16384, 16384, 16384, 3]}})",
              "$.model.sizes: ", "parameters"},
             {R"({"model": {"activation": "gelu"}})", "$.model.activation: ", "tanh or relu"},
             {R"({"model": {"loss": "hinge"}})", "$.model.loss: ", "cross_entropy or mse"},
             {R"({"model": {"seed": -1}})", "$.model.seed: ", "found -1"},
             {R"({"model": {"initial_parameters": [1, 2]}})",
              "$.model.initial_parameters: ", "an array of 27"},
             {R"({"data": 7})", "$.data: ", "found 7"},
             {R"({"data": {"x": null, "y": null}})", "$.data: ", "csv"},
             {R"({"data": {"name": "stars", "x": null, "y": null}})", "$.data.name: ", "spirals"},
             {R"({"data": {"name": "spirals"}})", "$.data: ", "unknown key \"x\""},
             {R"({"data": {"x": null}})", "$.data: ", "\"x\" is missing"},
             {R"({"data": {"x": []}})", "$.data.x: ", "found an array of 0"},
             {R"({"data": {"y": [0, 1]}})", "$.data.y: ", "found an array of 2"},
             {R"({"data": {"y": [0, 1, 3, 0]}})", "$.data.y[2]: ", "0 to 2"},
             {R"({"data": {"y": [0, 1, -1, 0]}})", "$.data.y[2]: ", "found -1"},
             {R"({"data": {"y": [0, 1, 1.5, 0]}})", "$.data.y[2]: ", "found 1.5"},
             {R"({"data": {"x": [[0, 1], [1], [1, 1], [0, 0]]}})",
              "$.data.x[1]: ", "an array of 2"},
             {R"({"data": {"x": [[0, 1], [1, null], [1, 1], [0, 0]]}})",
              "$.data.x[1][1]: ", "found null"},
             {R"({"data": {"x": [[0, 1], [1, 1e39], [1, 1], [0, 0]]}})",
              "$.data.x[1][1]: ", "finite"},
             {R"({"data": {"x": [[0, 1], [1, "NaN"], [1, 1], [0, 0]]}})",
              "$.data.x[1][1]: ", "finite"},
             {R"({"data": {"x": null, "y": null, "csv": "a.csv"}})",
              "$.data: ", "\"target\" is missing"},
             {R"({"data": {"x": null, "y": null, "idx_images": "a"}})",
              "$.data: ", "\"idx_labels\" is missing"},
             {R"({"data": {"x": null, "y": null, "name": "spirals", "samples": 0}})",
              "$.data.samples: ", "found 0"},
             {R"({"data": {"x": null, "y": null, "name": "spirals", "samples": 1000000000}})",
              "$.data.samples: ", "1000000"},
             {R"({"data": {"x": null, "y": null, "name": "spirals", "noise": -1}})",
              "$.data.noise: ", "found -1"},
             {R"({"data": {"x": null, "y": null, "name": "digits"}})",
              "$.data.name: ", "64 inputs"},
             {R"({"data": {"x": null, "y": null, "name": "regression"}})", "$.data.name: ", "mse"},
             {R"({"optimizer": {"betas": [0.9, 0.99]}})", "$.optimizer: ", "unknown key \"betas\""},
             {R"({"optimizer": {"name": "lion"}})", "$.optimizer.name: ", "sgd, momentum or adam"},
             {R"({"optimizer": {"name": "sgd", "momentum": 0.9}})",
              "$.optimizer: ", "unknown key \"momentum\""},
             {R"({"optimizer": {"name": "adam", "momentum": 0.9}})",
              "$.optimizer: ", "unknown key \"momentum\""},
             {R"({"optimizer": {"name": "momentum", "eps": 1}})",
              "$.optimizer: ", "unknown key \"eps\""},
             {R"({"optimizer": {"name": "sgd", "lr": -0.1}})", "$.optimizer.lr: ", "found -0.1"},
             {R"({"optimizer": {"name": "sgd", "lr": "fast"}})",
              "$.optimizer.lr: ", "found \"fast\""},
             {R"({"optimizer": {"name": "adam", "betas": [0.9]}})",
              "$.optimizer.betas: ", "an array of 2"},
             {R"({"optimizer": {"name": "adam", "betas": [0.9, 1]}})",
              "$.optimizer.betas[1]: ", "found 1"},
             {R"({"optimizer": {"name": "adam", "eps": 0}})", "$.optimizer.eps: ", "found 0"},
             {R"({"world_size": null})", "$: ", "\"world_size\" is missing"},
             {R"({"world_size": 0})", "$.world_size: ", "1 to 64"},
             {R"({"world_size": 65})", "$.world_size: ", "found 65"},
             {R"({"world_size": true})", "$.world_size: ", "found true"},
             {R"({"world_size": 1e30})", "$.world_size: ", "1 to 64"},
             {R"({"world_size": 18446744073709551615})", "$.world_size: ", "1 to 64"},
             {R"({"batch_per_rank": 2})", "$: ", "found both of global_batch and batch_per_rank"},
             {R"({"global_batch": null})", "$: ", "found neither"},
             {R"({"global_batch": 0})", "$.global_batch: ", "found 0"},
             {R"({"sharding": "random"})", "$.sharding: ", "contiguous or strided"},
             {R"({"shuffle": "yes"})", "$.shuffle: ", "true or false"},
             {R"({"collective": {"algorithm": "star"}})",
              "$.collective.algorithm: ", "found \"star\""},
             {R"({"collective": {"ownership": "mine"}})",
              "$.collective.ownership: ", "textbook or nccl"},
             {R"({"collective": {"bucket_bytes": 0}})", "$.collective.bucket_bytes: ", "found 0"},
             {R"({"collective": {"overlap": 1}})", "$.collective.overlap: ", "true or false"},
             {R"({"collective": {"average": "never"}})",
              "$.collective.average: ", "before or after"},
             {R"({"collective": {"average": "after"}, "global_batch": 3})",
              "$.collective.average: ", "even shards"},
             {R"({"memory_budget_bytes": 0})", "$.memory_budget_bytes: ", "found 0"},
             {R"({"steps": 0})", "$.steps: ", "found 0"},
             {R"({"steps": 2000000000})", "$.steps: ", "found 2000000000"},
             {R"({"faults": {}})", "$.faults: ", "an array"},
             {R"({"faults": [3]})", "$.faults[0]: ", "found 3"},
             {R"({"faults": [{"rank": 1}]})", "$.faults[0]: ", "\"kind\" is missing"},
             {R"({"faults": [{"kind": "gremlin"}]})", "$.faults[0].kind: ", "skip-all-reduce"},
             {R"({"faults": [{"kind": "nan", "index": 27}]})", "$.faults[0].index: ", "0 to 26"},
             {R"({"faults": [{"kind": "nan"}]})", "$.faults[0]: ", "\"index\" is missing"},
             {R"({"faults": [{"kind": "nan", "index": 0, "rank": 2}]})",
              "$.faults[0].rank: ", "0 to 1"},
             {R"({"faults": [{"kind": "nan", "index": 0, "factor": 2}]})",
              "$.faults[0]: ", "unknown key \"factor\""},
             {R"({"faults": [{"kind": "nan", "index": 0, "from": 3, "until": 3}]})",
              "$.faults[0].until: ", "found 3"},
             {R"({"faults": [{"kind": "nan", "index": 0, "from": -1}]})",
              "$.faults[0].from: ", "found -1"},
             {R"({"faults": [{"kind": "scale-gradient"}]})",
              "$.faults[0]: ", "\"factor\" is missing"},
             {R"({"faults": [{"kind": "flip-bit", "index": 0, "bit": 32}]})",
              "$.faults[0].bit: ", "0 to 31"},
             {R"({"faults": [{"kind": "stale-chunk", "chunk": 2, "step": 0}]})",
              "$.faults[0].chunk: ", "0 to 1"},
             {R"({"faults": [{"kind": "stale-chunk", "chunk": 0, "step": 2}]})",
              "$.faults[0].step: ", "0 to 1"},
             {R"({"faults": [{"kind": "stale-chunk", "chunk": 0, "step": 0}], "world_size": 1})",
              "$.faults[0]: ", "at least two ranks"},
             {R"({"faults": [{"kind": "straggler", "milliseconds": -1}]})",
              "$.faults[0].milliseconds: ", "found -1"},
             {R"({"faults": [{"kind": "other-seed", "from": 1}]})",
              "$.faults[0].from: ", "found 1"},
             {R"({"faults": [{"kind": "forget-average", "rank": 1}], "global_batch": 3})",
              "$.faults[0].rank: ", "even shards"}}) {
        CAPTURE(c.patch);
        const std::string message = error_with(c.patch);
        CAPTURE(message);
        CHECK(message.starts_with("spec.json: "));
        CHECK(message.find(c.place) != std::string::npos);
        CHECK(message.find(c.says) != std::string::npos);
    }
}

TEST_CASE("null stands for nothing only where the format says so") {
    CHECK(error_at("/memory_budget_bytes", nullptr) == "no error");
    CHECK(error_at("/model/initial_parameters", nullptr) == "no error");
    CHECK(error_at("/steps", nullptr).find("$.steps: found null") != std::string::npos);
    CHECK(error_at("/optimizer", nullptr).find("$.optimizer: found null") != std::string::npos);
}

TEST_CASE("the places of messages start where the spec starts") {
    const std::string message = error_of(
        [] { parse_spec(nlohmann::json::parse("[1]"), "", "lesson.ringscope", "$.spec"); });
    CHECK(message.starts_with("lesson.ringscope: $.spec: found an array of 1"));
}

TEST_CASE("a JSON file that is missing, broken or a folder is refused") {
    const auto folder = std::filesystem::temp_directory_path() / "ringscope_spec_test";
    std::filesystem::create_directories(folder);
    const auto file = folder / "spec.json";
    const auto error_for = [&](const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
        return error_of([&] { load_spec(file); });
    };
    CHECK(error_of([&] {
              load_spec(folder / "none.json");
          }).find("none.json: the file is missing") != std::string::npos);
    CHECK(error_of([&] { load_spec(folder); }).find("this is a folder") != std::string::npos);
    CHECK(error_for("").find("line 1, column 1: this is not valid JSON") != std::string::npos);
    CHECK(error_for("{\n  \"model\": {,}\n}").find("line 2, column 13") != std::string::npos);
    CHECK(error_for("{\"steps\": NaN}").find("line 1, column 11") != std::string::npos);
    CHECK(error_for("{\"steps\": 1e999}").find("not valid JSON") != std::string::npos);
    CHECK(error_for(std::string("{\"a\xff\": 1}")).find("not valid JSON") != std::string::npos);
    CHECK(error_for(std::string(100000, '[')).find("not valid JSON") != std::string::npos);
    CHECK(
        error_for(R"({"a": {"b": 1}, "c": {"b": 1, "b": 2}})").find("the key \"b\" stands twice") !=
        std::string::npos);
    CHECK(error_for(small_spec().dump()) == "no error");
    std::filesystem::remove_all(folder);
}
