#include "core/support/atomic_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/support/error.h"
#include "tests/support/catch.h"

using namespace ringscope;
namespace fs = std::filesystem;

namespace {

// An empty folder of this test process's own, gone afterwards.
class TemporaryFolder {
  public:
    TemporaryFolder()
        : path(fs::temp_directory_path() / ("ringscope-test-" + std::to_string(getpid()))) {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }

    const fs::path path;
};

std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Error error_of_writing(const fs::path& file) {
    try {
        write_file(file, "new");
    } catch (const Error& error) {
        return error;
    }
    FAIL("no error");
    throw 0;
}

}  // namespace

TEST_CASE("a file appears with its content and nothing else is left") {
    const TemporaryFolder folder;
    const std::string bytes("a\0b\r\n", 5);
    write_file(folder.path / "file", bytes);
    CHECK(content(folder.path / "file") == bytes);
    CHECK(folder.entries() == 1);
    write_file(folder.path / "file", "");
    CHECK(content(folder.path / "file").empty());
    CHECK(folder.entries() == 1);
}

TEST_CASE("an existing file stays as it is until commit, and for ever without it") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "file";
    write_file(file, "old");
    {
        AtomicFile whole(file);
        whole.stream() << "new, but given up" << std::flush;
        CHECK(content(file) == "old");
        CHECK(folder.entries() == 2);
    }
    CHECK(content(file) == "old");
    CHECK(folder.entries() == 1);
    AtomicFile whole(file);
    whole.stream() << "new";
    CHECK(content(file) == "old");
    whole.commit();
    CHECK(content(file) == "new");
}

TEST_CASE("a replaced file keeps its permissions and a link keeps pointing at it") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "file", link = folder.path / "link";
    write_file(file, "old");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(file, link);
    write_file(link, "new");
    CHECK(fs::is_symlink(link));
    CHECK(content(file) == "new");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("places where no file can be made are named") {
    const TemporaryFolder folder;
    write_file(folder.path / "file", "old");
    for (const fs::path& place : {folder.path / "missing" / "file", folder.path / "file" / "below",
                                  fs::path(folder.path), fs::path("/dev/null/below")}) {
        CAPTURE(place);
        const Error error = error_of_writing(place);
        CHECK(error.code() == ErrorCode::bad_input);
        CHECK(error.where() == place.string());
        CHECK_FALSE(error.hint().empty());
    }
    CHECK(content(folder.path / "file") == "old");
    CHECK(folder.entries() == 1);
}

TEST_CASE("a full disk is an error, not a short file") {
    if (!fs::exists("/dev/full")) return;
    CHECK(error_of_writing("/dev/full").message().find("cannot be written") != std::string::npos);
    CHECK_NOTHROW(write_file("/dev/null", "gone"));
}
