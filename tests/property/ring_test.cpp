#include <string>

#include "core/collective/contribution_map.h"
#include "core/collective/host_executor.h"
#include "core/collective/ring.h"
#include "core/collective/traffic.h"
#include "tests/support/catch.h"

using namespace ringscope;

namespace {

// Small integers, exact in float32, that tell who was added and where: rank r holds 2^(r mod 8) at
// an element, shifted by a digit that depends on r / 8 and on the position.
float value_of(Rank rank, std::int64_t i) {
    return static_cast<float>((1 << (rank % 8)) * (rank < 8 ? 1 : 256) + i % 7 * 65536);
}

}  // namespace

TEST_CASE("the ring sums every rank exactly once, for every world size, length and ownership") {
    for (const Ownership ownership : {Ownership::textbook, Ownership::nccl})
        for (int n = 1; n <= 16; ++n)
            for (const std::int64_t length : {0, 1, 3, 17, n - 1, n, n + 1, 100003}) {
                CAPTURE(n, length, name(ownership));
                const Schedule schedule = ring_all_reduce(n, length, ownership);
                REQUIRE(prove_all_reduce(schedule) == "");

                HostExecutor executor(n, length);
                std::vector<float> expected(static_cast<std::size_t>(length), 0.0F);
                for (Rank r = 0; r < n; ++r) {
                    std::vector<float> values(expected.size());
                    for (std::size_t i = 0; i < values.size(); ++i) {
                        values[i] = value_of(r, static_cast<std::int64_t>(i));
                        expected[i] += values[i];
                    }
                    executor.write(r, 0, values);
                }
                std::vector<std::int64_t> bytes(static_cast<std::size_t>(n), 0);
                for (const Step& step : schedule.steps)
                    for (const TransferReport& report : executor.run(schedule, step, 0)) {
                        CHECK((report.transfer.to - report.transfer.from + n) % n == 1);
                        bytes[static_cast<std::size_t>(report.transfer.from)] += report.bytes;
                    }
                std::vector<float> result(expected.size());
                for (Rank r = 0; r < n; ++r) {
                    executor.read(r, 0, result);
                    REQUIRE(result == expected);
                }
                CHECK(bytes == ring_bytes_per_rank(n, length, ownership));
                CHECK(bytes == scheduled_bytes_per_rank(schedule));
            }
}
