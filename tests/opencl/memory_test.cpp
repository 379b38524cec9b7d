#include "core/opencl/memory_ledger.h"
#include "tests/opencl/collective_support.h"
#include "tests/opencl/spy.h"
#include "tests/support/catch.h"

using namespace ringscope;
using namespace ringscope::test;

namespace {

std::string message_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::device_failed);
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the ledger says what is allocated, by rank and category") {
    const Spied before = spied();
    {
        const Schedule schedule = ring_all_reduce(3, 17, Ownership::nccl);
        const auto executor = open_executor(3, schedule, kind(PlacementKind::partition));
        const opencl::MemoryLedger& ledger = executor->ledger();
        for (Rank r = 0; r < 3; ++r) {
            CHECK(ledger.use(r) == MemoryUse{0, 17 * 4, 0, 0, 0, 6 * 4});
            CHECK(ledger.total(r) == 23 * 4);
        }
        CHECK(ledger.driver_total() == 3 * 23 * 4);
        CHECK(spied().live_bytes - before.live_bytes == 3 * 23 * 4);
        CHECK(spied().live_buffers - before.live_buffers == 6);
    }
    CHECK(spied().live_bytes == before.live_bytes);
    CHECK(spied().live_buffers == before.live_buffers);
}

TEST_CASE("a buffer of no bytes is none, and a moved or released one is counted once") {
    const auto hardware = opencl::open_hardware(1, kind(PlacementKind::shared));
    opencl::MemoryLedger ledger(hardware, std::nullopt);
    CHECK_FALSE(ledger.allocate(0, MemoryCategory::input, 0));
    opencl::LedgerBuffer a = ledger.allocate(0, MemoryCategory::input, 100);
    opencl::LedgerBuffer b = std::move(a);
    a = ledger.allocate(0, MemoryCategory::input, 12);
    CHECK(ledger.use(0)[static_cast<std::size_t>(MemoryCategory::input)] == 112);
    a = std::move(b);
    CHECK(ledger.total(0) == 100);
    a.release();
    a.release();
    CHECK(ledger.total(0) == 0);
    CHECK(ledger.driver_total() == 0);
}

TEST_CASE("memory is refused before it is touched, and the message says by whom") {
    const auto hardware = opencl::open_hardware(2, kind(PlacementKind::shared));
    const opencl::RankHardware& place = hardware->ranks.front();
    opencl::MemoryLedger budgeted(hardware, 1000);
    const auto kept = budgeted.allocate(1, MemoryCategory::parameters, 800);
    CHECK(budgeted.left(1) == 200);
    const std::string budget =
        message_of([&] { budgeted.allocate(1, MemoryCategory::gradients, 201); });
    CHECK(budget.find("allocate gradients, rank 1") == 0);
    CHECK(budget.find("memory budget of 1000 bytes") != std::string::npos);
    CHECK(budgeted.allocate(0, MemoryCategory::gradients, 1000).bytes() == 1000);

    opencl::MemoryLedger ledger(hardware, std::nullopt);
    const std::int64_t piece = place.max_allocation_bytes;
    CHECK(message_of([&] {
              ledger.allocate(0, MemoryCategory::input, piece + 4);
          }).find("the device allows " + std::to_string(piece)) != std::string::npos);
    CHECK(ledger.total(0) == 0);
    CHECK(ledger.driver_total() == 0);

    // The total of all ranks on the device, not of one. Nothing is touched, so nothing is used.
    std::vector<opencl::LedgerBuffer> held;
    const std::string total = message_of([&] {
        for (int i = 0; i < 64; ++i)
            held.push_back(ledger.allocate(i % 2, MemoryCategory::input, piece));
    });
    CHECK(total.find("the ranks on this device would hold") != std::string::npos);
    CHECK(ledger.total(0) + ledger.total(1) <= place.global_memory_bytes);
}
