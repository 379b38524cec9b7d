#include "core/session/session.h"
#include "core/session/sweep_json.h"

#include <fstream>

#include "core/session/make_run.h"
#include "core/support/error.h"
#include "core/train/host_replica_set.h"
#include "core/train/trainer.h"
#include "tests/support/catch.h"
#include "tests/support/frames.h"

using namespace ringscope;
namespace {

nlohmann::json toy() {
    return {{"version", 1}, {"kind", "collective"}, {"values", {{1, 2}, {3, 4}}}};
}

nlohmann::json train() {
    return {{"version", 1},
            {"kind", "train"},
            {"spec",
             {{"model", {{"sizes", {2, 3, 2}}}},
              {"data", {{"name", "xor"}}},
              {"world_size", 2},
              {"batch_per_rank", 8}}}};
}

std::string refusal(const nlohmann::json& value) {
    try {
        parse_session(value, {}, "file");
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::bad_input);
        return error.what();
    }
    return "accepted";
}

template <typename Change>
std::string refusal(nlohmann::json value, const Change& change) {
    change(value);
    return refusal(value);
}

using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("sessions come back from JSON as they were") {
    for (nlohmann::json value : {toy(), train()}) {
        value["title"] = "Überschrift";
        value["text"] = "one\n\ntwo";
        value["open_at"] = {{"iteration", 2}, {"frame", 3}};
        value["view"] = {{"stage", "table"}, {"later", {1, 2}}};
        const Session session = parse_session(value, {}, "file");
        CHECK(session.title == "Überschrift");
        CHECK(session.text == "one\n\ntwo");
        CHECK(session.open_at == Position{2, 3});
        CHECK(session.view["stage"] == "table");
        const nlohmann::json written = to_json(session);
        CHECK(to_json(parse_session(written, {}, "file")) == written);
    }
    const Session session = parse_session(toy(), {}, "file");
    CHECK(session.collective().values == std::vector<std::vector<float>>{{1, 2}, {3, 4}});
    CHECK(!session.open_at);
    CHECK_THROWS_AS(session.training(), ContractError);
}

TEST_CASE("what a session does not allow is refused with its place") {
    CHECK_THAT(refusal(nlohmann::json::array()), Contains("file: $"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j.erase("version"); }), Contains("version"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["version"] = 2; }),
               Contains("newer Ringscope"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["version"] = 0; }), Contains("$.version"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["version"] = "1"; }),
               Contains("$.version"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["kind"] = "movie"; }), Contains("$.kind"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["kind"] = "sweep"; }),
               Contains("$.kind") || Contains("values"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["algorithm"] = "star"; }),
               Contains("$.algorithm"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["spec"] = nlohmann::json::object(); }),
               Contains("spec"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["titel"] = "x"; }), Contains("titel"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["title"] = 4; }), Contains("$.title"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["view"] = "ring"; }), Contains("$.view"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["open_at"] = {{"frame", -1}}; }),
               Contains("$.open_at.frame"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["values"][1] = {1}; }),
               Contains("$.values[1]"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["values"][1][0] = "x"; }),
               Contains("$.values[1][0]"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["values"] = nlohmann::json::array(); }),
               Contains("$.values"));
    CHECK_THAT(refusal(toy(), [](nlohmann::json& j) { j["ownership"] = "mine"; }),
               Contains("$.ownership"));
    CHECK_THAT(refusal(train(), [](nlohmann::json& j) { j.erase("spec"); }), Contains("spec"));
    CHECK_THAT(refusal(train(), [](nlohmann::json& j) { j["spec"]["world_size"] = 65; }),
               Contains("$.spec.world_size"));
    CHECK_THAT(refusal(train(), [](nlohmann::json& j) { j["values"] = {{1}}; }),
               Contains("values"));
}

TEST_CASE("session files hold an envelope or a bare spec") {
    const auto folder = std::filesystem::path(RINGSCOPE_BINARY_DIR) / "scratch" / "session";
    std::filesystem::create_directories(folder);
    const auto file = folder / "mine.json";
    std::ofstream(file) << train()["spec"].dump();
    const Session bare = load_session(file);
    CHECK(bare.title == "mine");
    CHECK(bare.training().world_size == 2);

    save_session(bare, folder / "saved.ringscope");
    CHECK(to_json(load_session(folder / "saved.ringscope")) == to_json(bare));
    CHECK(to_json(load_file_or_scenario((folder / "saved.ringscope").string())) == to_json(bare));
    CHECK_THROWS_WITH(load_file_or_scenario("no-such-thing"), Contains("split-the-batch"));
    std::ofstream(file) << "{\"version\":1,";
    CHECK_THROWS_WITH(load_session(file), Contains("line 1"));
}

TEST_CASE("every scenario can be run and tells what it is about") {
    for (const std::string& name : scenario_names()) {
        CAPTURE(name);
        const Session session = load_scenario(name);
        CHECK(!session.title.empty());
        CHECK(session.text.size() > 200);
        const auto run = make_run(session, host_replica_sets(), testing::host_executors());
        for (int k = 0; k < 4 && !run->finished(); ++k)
            CHECK(run->advance(Pace::watched) != nullptr);
        CHECK(run->info().title == session.title);
        CHECK(to_json(parse_session(nlohmann::json::parse(run->info().session_json), {}, name)) ==
              to_json(session));
    }
    for (const std::string& name : scenario_names())
        CHECK_THROWS_WITH(load_scenario("toys"), Contains(name));
}

TEST_CASE("the toy ends with every digit of every sum") {
    const auto run = make_run(load_scenario("toy"), host_replica_sets(), testing::host_executors());
    FramePtr last;
    int frames = 0;
    for (; !run->finished(); ++frames) last = run->advance(Pace::watched);
    CHECK(frames == 7);
    for (const RankRecord& rank : last->ranks) {
        CHECK(rank.gradient->whole == std::vector<float>{1111, 2222, 3333, 4444});
        CHECK(rank.bytes_sent == 24);
    }
}

TEST_CASE("split-the-batch gives each device eight samples and learns the moons") {
    const auto run =
        make_run(load_scenario("split-the-batch"), host_replica_sets(), testing::host_executors());
    run->advance(Pace::watched);
    const FramePtr shards = run->advance(Pace::watched);
    for (const RankRecord& rank : shards->ranks) CHECK(rank.samples == 8);
    while (!run->finished()) CHECK(run->advance(Pace::free)->identical != false);
    CHECK(dynamic_cast<Trainer&>(*run).outcome().train_accuracy.value() > 0.95);
}

TEST_CASE("digits reads held-out digits, whatever the number of devices") {
    std::vector<double> first_losses;
    double lowest = 1, highest = 0;
    for (const int n : {1, 2, 4, 8}) {
        CAPTURE(n);
        Session session = load_scenario("digits");
        std::get<TrainingSpec>(session.content).world_size = n;
        const auto run = make_run(session, host_replica_sets(), testing::host_executors());
        std::vector<double> losses;
        while (!run->finished()) {
            const FramePtr frame = run->advance(Pace::free);
            REQUIRE(frame->identical == true);
            if (frame->loss && losses.size() < 10) losses.push_back(*frame->loss);
        }
        if (n == 1) first_losses = losses;
        REQUIRE(losses.size() == 10);
        for (std::size_t t = 0; t < 10; ++t)
            CHECK(losses[t] == Approx(first_losses[t]).margin(1e-5));
        const double accuracy = dynamic_cast<Trainer&>(*run).outcome().test_accuracy.value();
        CHECK(accuracy >= 0.95);
        lowest = std::min(lowest, accuracy);
        highest = std::max(highest, accuracy);
    }
    CAPTURE(lowest, highest);
    CHECK(highest - lowest <= 0.01);
}

TEST_CASE("a sweep is a training with world sizes, and keeps them when it is saved") {
    const auto sweep = [](const char* sizes) {
        return parse_session(nlohmann::json{{"version", 1},
                                            {"kind", "sweep"},
                                            {"spec",
                                             {{"model", {{"sizes", {2, 2}}}},
                                              {"data", {{"name", "moons"}}},
                                              {"world_size", 1},
                                              {"batch_per_rank", 4}}},
                                            {"world_sizes", nlohmann::json::parse(sizes)}},
                             {}, "file");
    };
    const Session session = sweep("[1, 2, 4, 8]");
    CHECK(session.kind() == RunKind::train);
    CHECK(session.world_sizes == std::vector<int>{1, 2, 4, 8});
    CHECK(parse_session(to_json(session), {}, "again").world_sizes == session.world_sizes);
    CHECK(to_json(session)["kind"] == "sweep");
    CHECK_FALSE(to_json(session).contains("measured"));
    for (const char* wrong : {"[]", "[0]", "[65]", "[2, 2]", "[4, 2]", "4", "[1.5]"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(sweep(wrong), Error);
    }
}

TEST_CASE("what a sweep measured comes back to the bit, and must fit its world sizes") {
    nlohmann::json sweep = {{"version", 1},
                            {"kind", "sweep"},
                            {"spec",
                             {{"model", {{"sizes", {2, 4, 2}}}},
                              {"data", {{"name", "moons"}, {"samples", 24}}},
                              {"optimizer", {{"name", "adam"}, {"lr", 0.01}}},
                              {"world_size", 1},
                              {"batch_per_rank", 4},
                              {"steps", 2}}},
                            {"world_sizes", {1, 3}}};
    Session session = parse_session(sweep, {}, "file");
    session.measured =
        measure_sweep(session.training(), session.world_sizes, host_replica_sets(), {});
    REQUIRE(session.measured.size() == 2);
    const nlohmann::json saved = to_json(session);
    const Session again = parse_session(saved, {}, "again");
    REQUIRE(again.measured.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const SweepPoint &a = session.measured[i], &b = again.measured[i];
        CHECK(a.world_size == b.world_size);
        CHECK(a.samples_per_second == b.samples_per_second);
        CHECK(a.shares.communication == b.shares.communication);
        CHECK(a.memory == b.memory);
        CHECK(a.bytes_sent == b.bytes_sent);
        CHECK(b.identical);
    }
    CHECK(to_json(again) == saved);

    nlohmann::json wrong = saved;
    wrong["world_sizes"] = {1, 2};
    CHECK_THROWS_AS(parse_session(wrong, {}, "file"), Error);
    wrong = saved;
    wrong["measured"].erase(1);
    CHECK_THROWS_AS(parse_session(wrong, {}, "file"), Error);
    wrong = saved;
    wrong["measured"][1]["memory_bytes"]["gradients"].erase(0);
    CHECK_THROWS_AS(parse_session(wrong, {}, "file"), Error);
    wrong = saved;
    wrong["measured"][0]["samples_per_s"] = -1;
    CHECK_THROWS_AS(parse_session(wrong, {}, "file"), Error);
}
