#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/collective/contribution_map.h"
#include "core/collective/host_executor.h"
#include "core/collective/ring.h"
#include "core/collective/traffic.h"
#include "tests/support/catch.h"

using namespace ringscope;
namespace {

std::vector<std::filesystem::path> golden_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(RINGSCOPE_SOURCE_DIR "/tests/golden/ring"))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    return files;
}

nlohmann::json load_golden(const std::filesystem::path& file) {
    std::ifstream in(file);
    return nlohmann::json::parse(in);
}

std::vector<float> read_part(Executor& executor, Rank rank, const Chunk& chunk) {
    std::vector<float> values(static_cast<std::size_t>(chunk.count));
    executor.read(rank, chunk.offset, values);
    return values;
}

nlohmann::json read_all(Executor& executor) {
    nlohmann::json all = nlohmann::json::array();
    for (Rank r = 0; r < executor.world_size(); ++r)
        all.push_back(read_part(executor, r, {0, executor.length()}));
    return all;
}

// Runs one step and compares everything that the file says about it.
void check_step(HostExecutor& executor, const Schedule& schedule, const Step& step,
                const nlohmann::json& golden) {
    CHECK(name(step.phase) == golden["phase"]);
    CHECK(step.index_in_phase == golden["s"]);
    REQUIRE(step.transfers.size() == golden["messages"].size());
    for (std::size_t i = 0; i < step.transfers.size(); ++i) {
        const Transfer& t = step.transfers[i];
        const nlohmann::json& message = golden["messages"][i];
        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(t.chunk)];
        CHECK(t.from == message["from"]);
        CHECK(t.to == message["to"]);
        CHECK(t.chunk == message["chunk"]);
        CHECK(chunk.offset == message["offset"]);
        CHECK(chunk.count == message["count"]);
        CHECK(nlohmann::json(read_part(executor, t.from, chunk)) == message["values"]);
    }
    const std::vector<TransferReport> reports = executor.run(schedule, step, 0);
    REQUIRE(reports.size() == step.transfers.size());
    for (std::size_t i = 0; i < reports.size(); ++i)
        CHECK(reports[i].bytes == golden["messages"][i]["bytes"]);
    CHECK(read_all(executor) == golden["after"]);
}

void check_file(const nlohmann::json& golden) {
    const int n = golden["n"];
    const std::int64_t length = golden["length"];
    const bool nccl = golden["ownership"] == "nccl";
    const Schedule schedule =
        ring_all_reduce(n, length, nccl ? Ownership::nccl : Ownership::textbook);
    CHECK(prove_all_reduce(schedule) == "");
    for (std::size_t c = 0; c < schedule.owners.size(); ++c)
        CHECK(schedule.owners[c] == golden["owner_after_reduce_scatter"][std::to_string(c)]);

    HostExecutor executor(n, length);
    for (Rank r = 0; r < n; ++r)
        executor.write(r, 0,
                       golden["initial"][static_cast<std::size_t>(r)].get<std::vector<float>>());
    REQUIRE(schedule.steps.size() == golden["steps"].size());
    for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
        CAPTURE(k);
        check_step(executor, schedule, schedule.steps[k], golden["steps"][k]);
    }
    for (Rank r = 0; r < n; ++r)
        CHECK(nlohmann::json(read_part(executor, r, {0, length})) == golden["result_sum"]);
    CHECK(nlohmann::json(scheduled_bytes_per_rank(schedule)) == golden["bytes_sent_per_rank"]);
    CHECK(ideal_bytes_per_rank(n, length) == Approx(golden["ideal_bytes_per_rank"].get<double>()));
}

}  // namespace

TEST_CASE("the ring agrees with the worked examples, message by message") {
    const std::vector<std::filesystem::path> files = golden_files();
    REQUIRE(files.size() == 11);
    for (const std::filesystem::path& file : files) {
        CAPTURE(file.filename());
        check_file(load_golden(file));
    }
}
