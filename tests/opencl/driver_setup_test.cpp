#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/opencl/factory.h"
#include "core/support/error.h"
#include "tests/support/catch.h"

using namespace ringscope;

// In a process of its own: what is chosen holds for the process.
TEST_CASE("compute units are chosen before the first call, and a writable cache folder with them",
          "[.driver-setup]") {
    const std::filesystem::path temporary =
        std::filesystem::path(RINGSCOPE_BINARY_DIR) / "driver-setup-test";
    std::filesystem::remove_all(temporary);
    std::filesystem::create_directories(temporary);
    setenv("TMPDIR", temporary.c_str(), 1);
    unsetenv("POCL_CACHE_DIR");
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    setenv("HOME", "/dev/null", 1);  // no folder can be made in it, by anybody
    unsetenv("XDG_CACHE_HOME");

    CHECK_THROWS_AS(opencl::prepare_driver(0), Error);
    for (const char* wrong : {"-1", "0", "four", "2x"}) {
        setenv("POCL_MAX_PTHREAD_COUNT", wrong, 1);
        CHECK_THROWS_AS(opencl::prepare_driver({}), Error);
    }
    unsetenv("POCL_MAX_PTHREAD_COUNT");
    opencl::prepare_driver(5);
    opencl::prepare_driver(3);  // nothing has used the driver yet: the last request counts
    REQUIRE(std::getenv("POCL_CACHE_DIR") != nullptr);
    CHECK(std::string(std::getenv("POCL_CACHE_DIR")).find(temporary.string()) == 0);
    REQUIRE(!opencl::list_devices().empty());
    CHECK(opencl::list_devices().front().compute_units == 3);
    CHECK(opencl::plan_placement(3, {}).kind == PlacementKind::partition);
    opencl::warm_up(3, {});
    CHECK_FALSE(std::filesystem::is_empty(std::getenv("POCL_CACHE_DIR")));
    CHECK_THROWS_AS(opencl::prepare_driver(4), ContractError);
}
