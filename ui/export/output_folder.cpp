#include "ui/export/output_folder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/support/atomic_file.h"
#include "core/support/error.h"

namespace ringscope {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path folder, Written written)
    : folder_(std::move(folder)), written_(std::move(written)) {}

OutputFolder::~OutputFolder() {
    if (committed_) return;
    std::error_code ignored;
    for (const fs::path& file : new_files_) fs::remove(file, ignored);
    // Deepest first; what holds anything else stays.
    for (auto folder = new_folders_.rbegin(); folder != new_folders_.rend(); ++folder)
        fs::remove(*folder, ignored);
}

void OutputFolder::make(const fs::path& folder) {
    std::error_code failed;
    if (folder.empty() || fs::is_directory(folder, failed)) return;
    make(folder.parent_path());
    const bool taken = fs::exists(folder, failed);
    if (!taken) fs::create_directory(folder, failed);
    std::error_code unknown;  // a link that leads round in a circle
    if (taken || !fs::is_directory(folder, unknown))
        throw Error(
            ErrorCode::bad_input, folder.string(),
            "the folder cannot be made: " + (taken ? "a file has that name" : failed.message()),
            "Choose a folder that can be made");
    new_folders_.push_back(folder);
}

fs::path OutputFolder::begin(const std::string& name) {
    const fs::path file = folder_ / name;
    make(file.parent_path());
    std::error_code failed;
    if (!fs::exists(file, failed)) new_files_.push_back(file);
    return file;
}

void OutputFolder::done(const std::string& name) {
    if (written_) written_(folder_ / name);
}

void OutputFolder::write(const std::string& name, const QByteArray& bytes) {
    write_file(begin(name),
               std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    done(name);
}

}  // namespace ringscope
