#include <cstdlib>
#include <set>
#include <thread>

#include "core/opencl/factory.h"
#include "tests/opencl/collective_support.h"
#include "tests/support/catch.h"

using namespace ringscope;
using namespace ringscope::test;
using opencl::plan_placement;

namespace {

Error error_of(int n, const opencl::PlacementRequest& request) {
    try {
        plan_placement(n, request);
    } catch (const Error& error) {
        return error;
    }
    return {ErrorCode::cancelled, "", "no error"};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("devices are listed with what they can be split into") {
    const auto devices = opencl::list_devices();
    REQUIRE(!devices.empty());
    CHECK(devices.front().index == 0);
    CHECK(devices.front().usable);
    CHECK(devices.front().type == "CPU");
    CHECK(devices.front().compute_units == 8);
    CHECK(devices.front().max_partitions == 8);
    CHECK(devices.front().global_memory_bytes > 0);
    CHECK(!devices.front().name.empty());
}

TEST_CASE("eight ranks get eight partitions of their own, labelled and said to be oversubscribed") {
    const auto hardware = opencl::open_hardware(8, {});
    const Placement& placement = hardware->placement;
    CHECK(placement.kind == PlacementKind::partition);
    REQUIRE(placement.ranks.size() == 8);
    std::set<cl_device_id> devices;
    for (std::size_t r = 0; r < 8; ++r) {
        CHECK(placement.ranks[r].label == "partition " + std::to_string(r + 1) + " of 8");
        CHECK(placement.ranks[r].compute_units == 1);
        CHECK(placement.ranks[r].context == 0);
        CHECK(placement.ranks[r].device == opencl::list_devices().front().name);
        devices.insert(hardware->ranks[r].device());
        // The sub-device is real: it is a part of the root device.
        const cl::Device parent = hardware->ranks[r].device.getInfo<CL_DEVICE_PARENT_DEVICE>();
        CHECK(parent() != nullptr);
    }
    CHECK(devices.size() == 8);
    const bool few_cores = std::thread::hardware_concurrency() < 8;
    CHECK(placement.oversubscribed == few_cores);
    CHECK(contains(placement.summary, "8 partitions of one CPU"));
    CHECK(contains(placement.summary, "oversubscribed: 8 compute units on ") == few_cores);
    CHECK(contains(placement.summary, "The whole device moves and adds for all ranks"));
}

TEST_CASE("the placement follows the request and the number of ranks") {
    CHECK(plan_placement(1, {}).kind == PlacementKind::devices);
    CHECK(plan_placement(3, {}).ranks.front().compute_units == 2);
    CHECK(plan_placement(9, {}).kind == PlacementKind::shared);
    const Placement shared = plan_placement(3, kind(PlacementKind::shared));
    CHECK(shared.ranks[0].label == "shared, buffers 0");
    CHECK(shared.ranks[2].label == "shared, buffers 2");
    CHECK(shared.ranks[2].compute_units == 8);
    CHECK(plan_placement(1, kind(PlacementKind::partition)).ranks.front().label ==
          "partition 1 of 1");
    CHECK(plan_placement(2, {PlacementKind::partition, "0"}).kind == PlacementKind::partition);
}

TEST_CASE("a placement that cannot be had says what can") {
    const Error many = error_of(9, kind(PlacementKind::partition));
    CHECK(many.code() == ErrorCode::bad_input);
    CHECK(contains(many.what(), "8 compute units"));
    CHECK(contains(many.hint(), "up to 8"));
    const Error devices = error_of(2, kind(PlacementKind::devices));
    CHECK(devices.code() == ErrorCode::bad_input);
    CHECK(contains(devices.hint(), "world size of up to 1"));
    for (const char* wanted : {"99", "no such device"}) {
        const Error unknown = error_of(1, {std::nullopt, wanted});
        CHECK(unknown.code() == ErrorCode::bad_input);
        CHECK(contains(unknown.what(), wanted));
        CHECK(contains(unknown.hint(), opencl::list_devices().front().name));
    }
}

TEST_CASE("the driver's settings cannot be chosen once it is in use") {
    opencl::list_devices();
    CHECK_THROWS_AS(opencl::prepare_driver(4), ContractError);
}

TEST_CASE("two root devices take a rank each", "[.two-devices]") {
    const auto roots = opencl::list_devices();
    REQUIRE(roots.size() == 2);
    const Placement placement = plan_placement(2, kind(PlacementKind::devices));
    CHECK(placement.kind == PlacementKind::devices);
    CHECK(placement.ranks[0].label == "CPU 0");
    CHECK(placement.ranks[1].label == "CPU 1");
    CHECK(placement.ranks[1].device_index == 1);
    CHECK(placement.ranks[1].context == 0);
    // Two devices of one machine's cores are not chosen by themselves.
    CHECK(plan_placement(2, {}).kind == PlacementKind::partition);
    CHECK(plan_placement(2, {PlacementKind::partition, "1"}).ranks[0].device_index == 1);
    CHECK(plan_placement(2, {PlacementKind::shared, "1"}).ranks[1].device_index == 1);
    const Placement both = plan_placement(4, {PlacementKind::shared, roots.front().name});
    CHECK(both.ranks[0].label == "CPU 0, buffers 0");
    CHECK(both.ranks[3].label == "CPU 1, buffers 1");
}

TEST_CASE("the ring runs over two root devices in one context and in two", "[.two-devices]") {
    for (const auto rule : {one_context, own_contexts})
        for (const std::int64_t length : {1, 17, 1003}) {
            const Schedule schedule = ring_all_reduce(2, length, Ownership::textbook);
            const auto executor = open_executor(2, schedule, kind(PlacementKind::devices), rule);
            for (Rank r = 0; r < 2; ++r) executor->write(r, 0, values_of(r, length));
            for (const Step& step : schedule.steps) executor->run(schedule, step, 0);
            std::vector<float> expected = values_of(0, length);
            for (std::size_t i = 0; i < expected.size(); ++i)
                expected[i] += values_of(1, length)[i];
            for (Rank r = 0; r < 2; ++r) CHECK(read_all(*executor, r) == expected);
        }
}

TEST_CASE("without a driver the list is empty and a placement says how to install one",
          "[.no-driver]") {
    CHECK(opencl::list_devices().empty());
    const Error error = error_of(2, {});
    CHECK(error.code() == ErrorCode::no_device);
    CHECK(contains(error.hint(), "apt install pocl-opencl-icd"));
    CHECK_THROWS_AS(opencl::executors({})(2, 4, {2, 2}), Error);
}
