#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace ringscope {

// A file that appears whole or not at all. What is written goes to a temporary file in the same
// folder; commit() makes it durable and gives it its name, in place of an existing file of that
// name. Without commit() nothing is left behind and the existing file is untouched.
class AtomicFile {
  public:
    // Throws Error bad_input when no file can be made there (missing folder, a file where a folder
    // should be, no permission). The name may also be a device such as /dev/stdout, which is
    // written directly.
    explicit AtomicFile(std::filesystem::path file);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Binary. Failures show in commit() at the latest.
    std::ostream& stream() { return stream_; }

    // Throws Error bad_input when something that was written did not reach the disk. Only once.
    void commit();

  private:
    [[noreturn]] void fail(const char* what, int system_error) const;

    std::filesystem::path file_, temporary_;
    std::ofstream stream_;
    bool in_place_ = false;  // a device or pipe: there is nothing to rename
    bool committed_ = false;
};

// The whole file at once.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace ringscope
