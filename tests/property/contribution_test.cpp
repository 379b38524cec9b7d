#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/collective/algorithms.h"
#include "core/collective/contribution_map.h"
#include "core/collective/host_executor.h"
#include "tests/support/catch.h"

using namespace ringscope;

namespace {

// What an element holds when the ranks of the mask have been added into it: distinct powers of two
// for up to 16 ranks, exact in float32 (24 bits of significand).
float sum_of(std::uint64_t ranks) { return static_cast<float>(ranks); }

// The ring once with each ownership, the others once.
std::vector<std::pair<std::string, Ownership>> every_algorithm() {
    std::vector<std::pair<std::string, Ownership>> all{{"ring", Ownership::nccl}};
    for (const std::string& algorithm : algorithm_names())
        all.emplace_back(algorithm, Ownership::textbook);
    return all;
}

}  // namespace

TEST_CASE("an all-reduce with any one transfer missing is not proven") {
    for (const auto& [algorithm, ownership] : every_algorithm())
        for (int n = 2; n <= 9; ++n) {
            const Schedule whole = make_all_reduce(algorithm, n, n + 1, ownership);
            for (std::size_t k = 0; k < whole.steps.size(); ++k)
                for (std::size_t i = 0; i < whole.steps[k].transfers.size(); ++i) {
                    CAPTURE(algorithm, name(ownership), n, k, i);
                    Schedule broken = whole;
                    auto& transfers = broken.steps[k].transfers;
                    transfers.erase(transfers.begin() + static_cast<std::ptrdiff_t>(i));
                    CHECK(prove_all_reduce(broken) != "");
                }
        }
}

TEST_CASE("an all-reduce with any one addition made twice is not proven") {
    for (const auto& [algorithm, ownership] : every_algorithm())
        for (int n = 2; n <= 9; ++n) {
            const Schedule whole = make_all_reduce(algorithm, n, n + 1, ownership);
            for (std::size_t k = 0; k < whole.steps.size(); ++k)
                for (std::size_t i = 0; i < whole.steps[k].transfers.size(); ++i) {
                    const Transfer transfer = whole.steps[k].transfers[i];
                    if (transfer.op != TransferOp::add) continue;
                    CAPTURE(algorithm, name(ownership), n, k, i);
                    Schedule broken = whole;
                    broken.steps[k].transfers.push_back(transfer);
                    CHECK(prove_all_reduce(broken) ==
                          "step " + std::to_string(k) + " adds a rank a second time");
                }
        }
}

TEST_CASE("a last transfer of either phase that goes to the wrong rank is not proven") {
    for (int n = 3; n <= 8; ++n)
        for (const int step : {n - 2, 2 * n - 3}) {
            Schedule broken = ring_all_reduce(n, n, Ownership::textbook);
            Transfer& first = broken.steps[static_cast<std::size_t>(step)].transfers[0];
            first.to = (first.to + 1) % n;
            CAPTURE(n, step);
            CHECK(prove_all_reduce(broken) != "");
        }
}

TEST_CASE("after every step each cell holds exactly the ranks that the map says") {
    for (const auto& [algorithm, ownership] : every_algorithm())
        for (int n = 1; n <= 16; ++n) {
            const Schedule schedule = make_all_reduce(algorithm, n, 2 * n + 1, ownership);
            HostExecutor executor(n, schedule.length);
            for (Rank r = 0; r < n; ++r)
                executor.write(r, 0,
                               std::vector<float>(static_cast<std::size_t>(schedule.length),
                                                  sum_of(std::uint64_t{1} << r)));
            ContributionMap map(schedule);
            for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
                executor.run(schedule, schedule.steps[k], 0);
                REQUIRE(map.apply(schedule.steps[k]));
                for (Rank r = 0; r < n; ++r)
                    for (int c = 0; c < std::ssize(schedule.chunks); ++c) {
                        CAPTURE(algorithm, name(ownership), n, k, r, c);
                        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(c)];
                        std::vector<float> cell(static_cast<std::size_t>(chunk.count));
                        executor.read(r, chunk.offset, cell);
                        REQUIRE(cell ==
                                std::vector<float>(cell.size(), sum_of(map.ranks_in(r, c))));
                    }
            }
            CHECK(map.complete());
        }
}
