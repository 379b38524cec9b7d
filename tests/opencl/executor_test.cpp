#include "tests/opencl/replica_support.h"
#include "tests/opencl/spy.h"
#include "tests/support/catch.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

// Runs the ring on devices and checks every rank's result and every byte.
void check_ring(int n, std::int64_t length, Ownership ownership,
                const opencl::PlacementRequest& request, opencl::ContextRule rule = one_context) {
    CAPTURE(n, length, name(ownership));
    const Schedule schedule = ring_all_reduce(n, length, ownership);
    const auto executor = open_executor(n, schedule, request, rule);
    std::vector<float> expected(static_cast<std::size_t>(length), 0.0F);
    for (Rank r = 0; r < n; ++r) {
        const std::vector<float> values = values_of(r, length);
        executor->write(r, 0, values);
        std::transform(values.begin(), values.end(), expected.begin(), expected.begin(),
                       [](float a, float b) { return a + b; });
    }
    const Spied before = spied();
    std::vector<std::int64_t> bytes(static_cast<std::size_t>(n), 0);
    const Route route = rule == one_context ? Route::device : Route::via_host;
    for (const Step& step : schedule.steps) {
        const std::vector<TransferReport> reports = executor->run(schedule, step, 0);
        REQUIRE(reports.size() == step.transfers.size());
        for (std::size_t i = 0; i < reports.size(); ++i) {
            CHECK(reports[i].transfer == step.transfers[i]);
            CHECK(reports[i].route == route);
            bytes[static_cast<std::size_t>(reports[i].transfer.from)] += reports[i].bytes;
        }
    }
    const Spied after = spied();
    for (Rank r = 0; r < n; ++r) REQUIRE(read_all(*executor, r) == expected);
    CHECK(bytes == ring_bytes_per_rank(n, length, ownership));
    std::int64_t total = 0;
    for (const std::int64_t b : bytes) total += b;
    if (rule == one_context) {
        // One launch a step for up to eight ranks; no copy, since it reads the neighbour's buffer.
        CHECK(after.copied_bytes == before.copied_bytes);
        if (length >= n && n <= 8)
            CHECK(after.launches - before.launches == std::ssize(schedule.steps));
        CHECK(after.reads == before.reads);
        CHECK(after.waits == before.waits);
    } else {
        CHECK(after.read_bytes - before.read_bytes == total);
        CHECK(after.written_bytes - before.written_bytes == total);
    }
}

constexpr std::int64_t lengths[] = {0, 1, 3, 17, 100003};

}  // namespace

TEST_CASE("the ring on partitions is exact, to the byte, and the host neither reads nor waits") {
    for (const Ownership ownership : {Ownership::textbook, Ownership::nccl})
        for (int n = 1; n <= 8; ++n)
            for (const std::int64_t length : lengths)
                check_ring(n, length, ownership, kind(PlacementKind::partition));
}

TEST_CASE("the ring on ranks that share a device is exact for up to sixteen ranks") {
    for (const Ownership ownership : {Ownership::textbook, Ownership::nccl})
        for (int n = 1; n <= 16; ++n)
            for (const std::int64_t length : lengths)
                check_ring(n, length, ownership, kind(PlacementKind::shared));
}

TEST_CASE("between contexts the same ring goes through the host, byte for byte") {
    for (const Ownership ownership : {Ownership::textbook, Ownership::nccl})
        for (const int n : {2, 3, 5, 8})
            for (const std::int64_t length : lengths) {
                check_ring(n, length, ownership, kind(PlacementKind::partition), own_contexts);
                check_ring(n, length, ownership, kind(PlacementKind::shared), own_contexts);
            }
}

TEST_CASE(
    "a whole all-reduce at once has the bits of its steps, and is one launch for eight ranks") {
    for (const PlacementKind wanted : {PlacementKind::partition, PlacementKind::shared})
        for (const auto rule : {one_context, own_contexts})
            for (const int n : {1, 2, 3, 8, 9, 16})
                for (const std::int64_t length : lengths) {
                    if (n > 8 && wanted == PlacementKind::partition) continue;
                    CAPTURE(name(wanted), n, length, rule == one_context);
                    const Schedule schedule = ring_all_reduce(n, length, Ownership::textbook);
                    const auto at_once = open_executor(n, schedule, kind(wanted), rule);
                    const auto in_steps = open_executor(n, schedule, kind(wanted), rule);
                    for (Rank r = 0; r < n; ++r)
                        for (const auto* executor : {&at_once, &in_steps})
                            (*executor)->write(r, 0, noise(length, static_cast<std::uint64_t>(r)));
                    const Spied before = spied();
                    const auto reports = at_once->run_all(schedule, 0);
                    const Spied after = spied();
                    std::size_t i = 0;
                    for (const Step& step : schedule.steps)
                        for (const TransferReport& report : in_steps->run(schedule, step, 0)) {
                            CHECK(reports[i].transfer == report.transfer);
                            CHECK(reports[i].bytes == report.bytes);
                            CHECK(reports[i].route == report.route);
                            ++i;
                        }
                    CHECK(reports.size() == i);
                    for (Rank r = 0; r < n; ++r)
                        CHECK(read_all(*at_once, r) == read_all(*in_steps, r));
                    if (rule == own_contexts || length == 0) continue;
                    CHECK(after.waits == before.waits);
                    if (n > 1 && n <= 8) CHECK(after.launches - before.launches == 1);
                }
}

TEST_CASE("every algorithm on devices gives the host's bits, to the byte") {
    for (const std::string& algorithm : algorithm_names())
        for (const int n : {1, 2, 3, 5, 8})
            for (const std::int64_t length : {0, 3, 1009})
                for (const auto rule : {one_context, own_contexts}) {
                    CAPTURE(algorithm, n, length);
                    const Schedule schedule =
                        make_all_reduce(algorithm, n, length, Ownership::textbook);
                    const auto device =
                        open_executor(n, schedule, kind(PlacementKind::partition), rule);
                    const auto at_once =
                        open_executor(n, schedule, kind(PlacementKind::partition), rule);
                    HostExecutor host(n, length);
                    const auto ledger_before = device->ledger().driver_total();
                    for (Rank r = 0; r < n; ++r) {
                        std::vector<float> values = values_of(r, length);
                        for (float& value : values) value = value / 3 - 1000.0F;
                        for (Executor* executor :
                             std::initializer_list<Executor*>{device.get(), at_once.get(), &host})
                            executor->write(r, 0, values);
                    }
                    at_once->run_all(schedule, 0);
                    for (const Step& step : schedule.steps) {
                        const auto expected = host.run(schedule, step, 0);
                        const auto reports = device->run(schedule, step, 0);
                        REQUIRE(reports.size() == expected.size());
                        for (std::size_t i = 0; i < reports.size(); ++i) {
                            CHECK(reports[i].transfer == expected[i].transfer);
                            CHECK(reports[i].bytes == expected[i].bytes);
                        }
                        for (Rank r = 0; r < n; ++r)
                            REQUIRE(read_all(*device, r) == read_all(host, r));
                    }
                    for (Rank r = 0; r < n; ++r)
                        CHECK(read_all(*at_once, r) == read_all(host, r));
                    // receive_elements was right: nothing had to grow.
                    CHECK(device->ledger().driver_total() == ledger_before);
                }
}

TEST_CASE("a value that is changed in one rank's device buffer goes into the sums that follow") {
    const Schedule schedule = ring_all_reduce(4, 4, Ownership::textbook);
    const auto executor = open_executor(4, schedule, kind(PlacementKind::partition));
    HostExecutor host(4, 4);
    for (Rank r = 0; r < 4; ++r) {
        executor->write(r, 0, values_of(r, 4));
        host.write(r, 0, values_of(r, 4));
    }
    // After the first step rank 2 holds 1 + 2 in chunk 1; it sends that chunk in the second one.
    const std::vector<float> altered{1000};
    for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
        if (k == 1) {
            executor->write(2, 1, altered);
            host.write(2, 1, altered);
        }
        executor->run(schedule, schedule.steps[k], 0);
        host.run(schedule, schedule.steps[k], 0);
        for (Rank r = 0; r < 4; ++r) CHECK(read_all(*executor, r) == read_all(host, r));
    }
    const float sum = values_of(0, 4)[1] + values_of(3, 4)[1] + 1000;
    for (Rank r = 0; r < 4; ++r) CHECK(read_all(*executor, r)[1] == sum);
}

TEST_CASE("any schedule runs as on the host: simultaneous, and in the listed order in one chunk") {
    Schedule schedule;
    schedule.world_size = 3;
    schedule.length = 10;
    schedule.chunks = {{0, 4}, {4, 0}, {4, 6}};
    const auto add = TransferOp::add;
    const auto copy = TransferOp::copy;
    // Swaps, chains, everyone to everyone, a copy before and after an add in one cell.
    schedule.steps = {
        {CollectivePhase::reduce, 0, {{0, 1, 0, copy}, {1, 0, 0, copy}, {2, 0, 1, add}}},
        {CollectivePhase::reduce, 1, {{0, 1, 2, copy}, {1, 2, 2, copy}, {2, 0, 2, copy}}},
        {CollectivePhase::reduce,
         2,
         {{0, 1, 0, add},
          {0, 2, 0, add},
          {1, 0, 0, add},
          {1, 2, 0, add},
          {2, 0, 0, add},
          {2, 1, 0, add}}},
        {CollectivePhase::reduce, 3, {{0, 2, 2, add}, {1, 2, 2, copy}, {0, 2, 2, add}}},
        {CollectivePhase::reduce, 4, {{2, 0, 2, copy}, {1, 0, 2, copy}, {0, 1, 2, add}}},
        {CollectivePhase::broadcast, 0, {{2, 0, 2, copy}, {2, 1, 2, copy}, {2, 0, 0, copy}}},
    };
    for (const auto rule : {one_context, own_contexts}) {
        HostExecutor host(3, 13);
        opencl::OpenClExecutor device(
            opencl::open_hardware(3, kind(PlacementKind::partition), rule), 13, {6, 6, 6});
        for (Rank r = 0; r < 3; ++r) {
            host.write(r, 0, values_of(r, 13));
            device.write(r, 0, values_of(r, 13));
        }
        for (const Step& step : schedule.steps) {
            const auto expected = host.run(schedule, step, 2);
            const auto reports = device.run(schedule, step, 2);
            REQUIRE(reports.size() == expected.size());
            for (std::size_t i = 0; i < reports.size(); ++i)
                CHECK(reports[i].bytes == expected[i].bytes);
        }
        for (Rank r = 0; r < 3; ++r) CHECK(read_all(device, r) == read_all(host, r));
        for (const Step& step : schedule.steps) host.run(schedule, step, 2);
        device.run_all(schedule, 2);
        for (Rank r = 0; r < 3; ++r) CHECK(read_all(device, r) == read_all(host, r));
        CHECK(device.ledger().driver_total() ==
              device.ledger().total(0) + device.ledger().total(1) + device.ledger().total(2));
    }
}

TEST_CASE("the order of work on many queues does not depend on the host's pace") {
    const Schedule schedule = ring_all_reduce(8, 1000, Ownership::nccl);
    const auto executor = open_executor(8, schedule, kind(PlacementKind::partition));
    for (int round = 0; round < 200; ++round) {
        for (Rank r = 0; r < 8; ++r) executor->write(r, 0, values_of(r, 1000));
        for (const Step& step : schedule.steps) executor->run(schedule, step, 0);
        for (const Step& step : schedule.steps)
            if (step.phase == CollectivePhase::all_gather) executor->run(schedule, step, 0);
    }
    std::vector<float> expected(1000, 0.0F);
    for (Rank r = 0; r < 8; ++r)
        for (std::size_t i = 0; i < 1000; ++i) expected[i] += values_of(r, 1000)[i];
    for (Rank r = 0; r < 8; ++r) CHECK(read_all(*executor, r) == expected);
}
