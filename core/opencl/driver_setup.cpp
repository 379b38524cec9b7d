#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "core/opencl/device_list.h"
#include "core/support/error.h"

namespace ringscope::opencl {

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool can_write(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    return access(folder.c_str(), W_OK | X_OK) == 0;
}

// Where PoCL keeps compiled kernels unless it is told otherwise.
std::filesystem::path default_pocl_cache() {
    const std::string xdg = environment("XDG_CACHE_HOME");
    if (!xdg.empty()) return std::filesystem::path(xdg) / "pocl" / "kcache";
    const std::string home = environment("HOME");
    if (!home.empty()) return std::filesystem::path(home) / ".cache" / "pocl" / "kcache";
    return "/tmp/pocl/kcache";
}

// A folder of this user's own under the temporary folder: the compiled kernels are run, so a folder
// that somebody else could have made is not used.
std::filesystem::path private_temporary_folder() {
    std::error_code failed;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(failed);
    if (failed) return {};
    const std::filesystem::path folder = temporary / ("ringscope-pocl-" + std::to_string(getuid()));
    mkdir(folder.c_str(), S_IRWXU);
    struct stat found{};
    const bool ours = lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                      found.st_uid == getuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    return ours ? folder : std::filesystem::path{};
}

void choose_pocl_cache() {
    // Device discovery fails in PoCL when its cache folder cannot be written.
    if (std::getenv("POCL_CACHE_DIR") || can_write(default_pocl_cache())) return;
    const std::filesystem::path folder = private_temporary_folder();
    if (!folder.empty()) setenv("POCL_CACHE_DIR", folder.c_str(), 0);
}

// PoCL crashes on a number of threads that is not positive.
void check_pocl_threads() {
    const std::string asked = environment("POCL_MAX_PTHREAD_COUNT");
    int count = 0;
    const auto [rest, failed] = std::from_chars(asked.data(), asked.data() + asked.size(), count);
    if (!asked.empty() &&
        (failed != std::errc{} || rest != asked.data() + asked.size() || count < 1))
        throw Error(ErrorCode::bad_input, "environment variable POCL_MAX_PTHREAD_COUNT",
                    "found \"" + asked + "\", allowed is a whole number from 1 up",
                    "Unset it, or use --compute-units");
}

}  // namespace

void prepare_driver(std::optional<int> compute_units) {
    expect(!driver_was_used(), "prepare_driver: before the first OpenCL call");
    if (compute_units && *compute_units < 1)
        throw Error(ErrorCode::bad_input, "--compute-units",
                    std::to_string(*compute_units) + " is not allowed, at least 1 is needed");
    if (!compute_units) check_pocl_threads();
    if (compute_units) setenv("POCL_MAX_PTHREAD_COUNT", std::to_string(*compute_units).c_str(), 1);
    choose_pocl_cache();
}

}  // namespace ringscope::opencl
