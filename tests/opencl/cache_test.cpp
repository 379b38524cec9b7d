#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/opencl/binary_cache.h"
#include "tests/opencl/collective_support.h"
#include "tests/support/catch.h"

using namespace ringscope;
namespace fs = std::filesystem;

namespace {

// A cache folder of the test's own for as long as it lives.
class CacheFolder {
  public:
    CacheFolder() {
        if (const char* value = std::getenv("XDG_CACHE_HOME")) before_ = value;
        fs::remove_all(path);
        fs::create_directories(path);
        setenv("XDG_CACHE_HOME", path.c_str(), 1);
    }
    ~CacheFolder() { setenv("XDG_CACHE_HOME", before_.c_str(), 1); }

    fs::path only_file() const {
        fs::path file;
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file()) {
                file = entry.path();
                ++files;
            }
        CHECK(files == 1);
        return file;
    }

    const fs::path path = fs::path(RINGSCOPE_BINARY_DIR) / "cache-test";

  private:
    std::string before_;
};

}  // namespace

TEST_CASE("a stored binary is found again by its key, and any damage to the file is noticed") {
    const CacheFolder folder;
    const opencl::Binary binary{1, 2, 3, 0, 255};
    CHECK_FALSE(opencl::load_binary("a key"));
    opencl::store_binary("a key", binary);
    CHECK(opencl::load_binary("a key") == binary);
    CHECK_FALSE(opencl::load_binary("another key"));

    const fs::path file = folder.only_file();
    std::ifstream in(file, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        std::ofstream(file, std::ios::binary) << changed;
        CHECK_FALSE(opencl::load_binary("a key"));
        std::ofstream(file, std::ios::binary) << whole.substr(0, i);
        CHECK_FALSE(opencl::load_binary("a key"));
    }
    opencl::store_binary("a key", binary);
    CHECK(opencl::load_binary("a key") == binary);
}

TEST_CASE("kernels come from the cache folder, and are built without one") {
    const opencl::Plan plan = opencl::make_plan(1, test::kind(PlacementKind::shared));
    const auto build = [&] {
        const cl::Context context(plan.devices);
        return opencl::build_program(context, plan.devices);
    };
    const CacheFolder folder;
    build();
    const fs::path file = folder.only_file();
    const auto stored = fs::last_write_time(file);
    CHECK(cl::Kernel(build(), "layer_forward")() != nullptr);  // from the binary
    CHECK(fs::last_write_time(file) == stored);

    // A file where the folder should be: nothing can be stored, and nobody minds.
    const fs::path blocked = folder.path / "blocked";
    std::ofstream(blocked) << "not a folder";
    setenv("XDG_CACHE_HOME", blocked.c_str(), 1);
    CHECK(cl::Kernel(build(), "add")() != nullptr);
}
