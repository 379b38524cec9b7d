#include "ui/export/zip_archive.h"

#include <zip.h>

#include <algorithm>
#include <memory>

#include "core/support/error.h"

namespace ringscope {

namespace {

namespace fs = std::filesystem;

// 1 January 1980, 0:00: the first that the format knows.
constexpr zip_uint16_t no_time = 0, no_date = (1 << 5) | 1;
constexpr zip_uint32_t plain_file = 0100644U << 16;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

[[noreturn]] void fail(const fs::path& archive, const std::string& why) {
    throw Error(ErrorCode::bad_input, archive.string(), "the archive cannot be written: " + why,
                "Choose a name in a folder that exists, can be written and has room");
}

// Pictures and videos do not get smaller.
bool is_compressed(const std::string& name) {
    const std::string extension = fs::path(name).extension().string();
    return extension == ".png" || extension == ".gif" || extension == ".webp" ||
           extension == ".mp4";
}

void add(zip_t* archive, const std::string& entry, const fs::path& file, const fs::path& target) {
    zip_source_t* source = zip_source_file(archive, file.c_str(), 0, -1);
    if (!source) fail(target, zip_strerror(archive));
    const zip_int64_t index = zip_file_add(archive, entry.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        fail(target, zip_strerror(archive));
    }
    const auto number = static_cast<zip_uint64_t>(index);
    zip_file_set_dostime(archive, number, no_time, no_date, 0);
    zip_file_set_external_attributes(archive, number, 0, ZIP_OPSYS_UNIX, plain_file);
    zip_set_file_compression(archive, number, is_compressed(entry) ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
                             0);
}

}  // namespace

void write_zip(const fs::path& archive, const std::string& root, const fs::path& folder,
               std::vector<std::string> names) {
    int failure = 0;
    std::unique_ptr<zip_t, Discard> zip(
        zip_open(archive.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &failure));
    if (!zip) fail(archive, "error " + std::to_string(failure) + " of libzip");
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
        std::string entry = root;
        entry += '/';
        entry += name;
        add(zip.get(), entry, folder / name, archive);
    }
    if (zip_close(zip.get()) != 0) fail(archive, zip_strerror(zip.get()));
    static_cast<void>(zip.release());  // closed
}

}  // namespace ringscope
