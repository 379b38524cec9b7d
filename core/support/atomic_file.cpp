#include "core/support/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "core/support/error.h"

namespace ringscope {

namespace fs = std::filesystem;

namespace {

// The temporary file stands beside its target, since only then a rename is one step. The process
// number keeps two runs that write the same file apart.
fs::path temporary_beside(const fs::path& file) {
    const std::string name =
        "." + file.filename().string() + "." + std::to_string(getpid()) + ".tmp";
    return file.parent_path() / name;
}

// Waits until a file's or folder's content is on the disk. 0 or the system's error number.
int synchronise(const fs::path& path, int flags) {
    const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int failed = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    return failed;
}

}  // namespace

AtomicFile::AtomicFile(fs::path file) : file_(std::move(file)) {
    std::error_code failed;
    const fs::file_status status = fs::status(file_, failed);
    if (fs::is_directory(status)) fail("this is a folder, the name of a file is needed", 0);
    in_place_ = fs::exists(status) && !fs::is_regular_file(status);
    // The target of a symbolic link is replaced, not the link.
    if (!in_place_ && fs::is_symlink(file_, failed)) file_ = fs::weakly_canonical(file_, failed);
    temporary_ = in_place_ ? file_ : temporary_beside(file_);
    errno = 0;
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!stream_) fail("the file cannot be made", errno);
}

AtomicFile::~AtomicFile() {
    if (committed_ || in_place_ || temporary_.empty()) return;
    stream_.close();
    std::error_code ignored;
    fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
    expect(!committed_, "AtomicFile::commit: once");
    errno = 0;
    stream_.close();
    if (!stream_) fail("the file cannot be written", errno);
    if (in_place_) {
        committed_ = true;
        return;
    }
    if (const int failed = synchronise(temporary_, O_WRONLY))
        fail("the file cannot be written", failed);
    std::error_code failed;
    // An existing file keeps its permissions.
    if (const fs::file_status old = fs::status(file_, failed); fs::exists(old))
        fs::permissions(temporary_, old.permissions(), failed);
    fs::rename(temporary_, file_, failed);
    if (failed) fail("the file cannot be put in its place", failed.value());
    committed_ = true;
    // The name is in the folder; some file systems cannot wait for folders, and the file is whole.
    const fs::path folder = file_.parent_path();
    synchronise(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY);
}

void AtomicFile::fail(const char* what, int system_error) const {
    std::string reason = what;
    if (system_error != 0) reason += ": " + std::generic_category().message(system_error);
    throw Error(ErrorCode::bad_input, file_.string(), reason,
                "Choose a name in a folder that exists, can be written and has room");
}

void write_file(const fs::path& file, std::string_view content) {
    AtomicFile whole(file);
    whole.stream().write(content.data(), static_cast<std::streamsize>(content.size()));
    whole.commit();
}

}  // namespace ringscope
