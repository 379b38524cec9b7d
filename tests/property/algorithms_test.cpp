#include <bit>
#include <string>

#include "core/collective/algorithms.h"
#include "core/collective/arrivals.h"
#include "core/collective/contribution_map.h"
#include "core/collective/host_executor.h"
#include "core/collective/traffic.h"
#include "tests/support/catch.h"

using namespace ringscope;

namespace {

// Different in every element and of very different sizes, so that the order of addition shows in
// the last bits.
float rough(Rank rank, std::int64_t i) {
    return (static_cast<float>((rank * 7919 + i * 104729) % 1000 - 500) / 3.0F) *
           (rank % 3 == 0 ? 1e4F : 1e-3F);
}

struct Outcome {
    std::vector<std::vector<float>> vectors;  // [rank]
    std::vector<std::int64_t> bytes;          // [rank], sent
};

template <class Value>
Outcome run(const Schedule& schedule, Value value) {
    HostExecutor executor(schedule.world_size, schedule.length);
    Outcome outcome;
    for (Rank r = 0; r < schedule.world_size; ++r) {
        std::vector<float> values(static_cast<std::size_t>(schedule.length));
        for (std::int64_t i = 0; i < schedule.length; ++i)
            values[static_cast<std::size_t>(i)] = value(r, i);
        executor.write(r, 0, values);
        outcome.vectors.push_back(values);
    }
    outcome.bytes.assign(outcome.vectors.size(), 0);
    for (const Step& step : schedule.steps)
        for (const TransferReport& report : executor.run(schedule, step, 0))
            outcome.bytes[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
    for (Rank r = 0; r < schedule.world_size; ++r)
        executor.read(r, 0, outcome.vectors[static_cast<std::size_t>(r)]);
    return outcome;
}

// What each rank sends, in closed form.
std::int64_t bytes_of(const std::string& algorithm, int n, std::int64_t length, Rank rank) {
    if (n == 1) return 0;
    if (algorithm == "central") return 4 * length * (rank == 0 ? n - 1 : 1);
    if (algorithm == "direct") return 4 * length * (n - 1);
    // A rank sends up once unless it is the root, and down to each child.
    const int children = (2 * rank + 1 < n) + (2 * rank + 2 < n);
    if (algorithm == "tree") return 4 * length * ((rank > 0) + children);
    // halving-doubling among P ranks: each gives away all chunks but its own while halving and
    // passes on all but the last half while doubling; together all that it does not end with,
    // twice.
    const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
    if (rank >= core) return 4 * length;
    const std::vector<Chunk> chunks = balanced_chunks(length, core);
    std::int64_t elements = rank + core < n ? length : 0;
    for (int distance = 1; distance < core; distance *= 2)
        for (int c = 0; c < core; ++c) {
            const std::int64_t count = chunks[static_cast<std::size_t>(c)].count;
            if (c / distance == (rank ^ distance) / distance) elements += count;
            if (c / distance == rank / distance) elements += count;
        }
    return 4 * elements;
}

}  // namespace

TEST_CASE("every algorithm sums every rank exactly once and leaves the same bits everywhere") {
    for (const std::string& algorithm : algorithm_names())
        for (int n = 1; n <= 16; ++n)
            for (const std::int64_t length : {0, 1, n - 1, n + 1, 17, 1009}) {
                CAPTURE(algorithm, n, length);
                const Schedule schedule =
                    make_all_reduce(algorithm, n, length, Ownership::textbook);
                REQUIRE(prove_all_reduce(schedule) == "");
                const Outcome exact = run(schedule, [](Rank r, std::int64_t i) {
                    return static_cast<float>((1 << r) + i % 5 * 65536);
                });
                const Outcome bits = run(schedule, rough);
                for (Rank r = 0; r < n; ++r) {
                    const auto rank = static_cast<std::size_t>(r);
                    for (std::int64_t i = 0; i < length; ++i)
                        REQUIRE(exact.vectors[rank][static_cast<std::size_t>(i)] ==
                                static_cast<float>((1 << n) - 1 + n * (i % 5) * 65536));
                    for (std::int64_t i = 0; i < length; ++i) {
                        const auto at = static_cast<std::size_t>(i);
                        REQUIRE(std::bit_cast<std::uint32_t>(bits.vectors[rank][at]) ==
                                std::bit_cast<std::uint32_t>(bits.vectors[0][at]));
                    }
                    if (algorithm != "ring")
                        CHECK(exact.bytes[rank] == bytes_of(algorithm, n, length, r));
                }
                CHECK(exact.bytes == scheduled_bytes_per_rank(schedule));
            }
}

TEST_CASE("every algorithm is proven for large worlds too") {
    for (const std::string& algorithm : algorithm_names())
        for (const int n : {17, 31, 32, 33, 63, 64}) {
            CAPTURE(algorithm, n);
            CHECK(prove_all_reduce(make_all_reduce(algorithm, n, 100, Ownership::nccl)) == "");
        }
}

TEST_CASE("central and direct add in rank order, whoever adds") {
    for (const char* algorithm : {"central", "direct"})
        for (int n = 2; n <= 9; ++n) {
            CAPTURE(algorithm, n);
            const Schedule schedule = make_all_reduce(algorithm, n, 50, Ownership::textbook);
            const Outcome outcome = run(schedule, rough);
            for (Rank r = 0; r < n; ++r)
                for (std::int64_t i = 0; i < 50; ++i) {
                    float sum = rough(0, i);
                    for (Rank q = 1; q < n; ++q) sum += rough(q, i);
                    REQUIRE(
                        outcome.vectors[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)] ==
                        sum);
                }
        }
}

TEST_CASE("steps and receive buffers are those of the textbooks") {
    const auto schedule = [](const char* algorithm, int n) {
        return make_all_reduce(algorithm, n, 12, Ownership::textbook);
    };
    CHECK(schedule("central", 5).steps.size() == 2);
    CHECK(schedule("direct", 5).steps.size() == 1);
    CHECK(schedule("tree", 7).steps.size() == 4);
    CHECK(schedule("tree", 8).steps.size() == 6);
    CHECK(schedule("halving-doubling", 8).steps.size() == 6);
    CHECK(schedule("halving-doubling", 6).steps.size() == 6);  // 1 + 2 + 2 + 1
    CHECK(receive_elements(schedule("ring", 4)) == std::vector<std::int64_t>{3, 3, 3, 3});
    CHECK(receive_elements(schedule("central", 4)) == std::vector<std::int64_t>{36, 0, 0, 0});
    CHECK(receive_elements(schedule("direct", 3)) == std::vector<std::int64_t>{36, 36, 36});
    CHECK(receive_elements(schedule("tree", 4)) == std::vector<std::int64_t>{24, 12, 0, 0});
    CHECK(receive_elements(schedule("ring", 1)) == std::vector<std::int64_t>{0});
}
