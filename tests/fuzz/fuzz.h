#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/support/error.h"

namespace ringscope::fuzz {

// The input as a file, since that is how the readers get it. Removed with the object.
class InputFile {
  public:
    InputFile(const std::uint8_t* data, std::size_t size, std::string_view ending)
        : path_(std::filesystem::temp_directory_path() /
                ("ringscope-fuzz-" + std::to_string(getpid()) + std::string(ending))) {
        std::ofstream file(path_, std::ios::binary);
        file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    }
    InputFile(const InputFile&) = delete;
    ~InputFile() { std::filesystem::remove(path_); }

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// Whatever is wrong with an input is an Error that says so; anything else ends the process. Also an
// Error without words.
template <class Read>
void expect_answer(Read&& read) {
    try {
        read();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_input || std::string_view(error.what()).empty())
            std::abort();
    }
}

}  // namespace ringscope::fuzz
