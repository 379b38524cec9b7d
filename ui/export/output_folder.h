#pragma once

#include <QByteArray>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ringscope {

// Where the files of one export go. The folder is made when the first file comes, each file appears
// whole or not at all, and what is new is taken back unless the export ends well: a folder of half
// an export would pass for a whole one.
class OutputFolder {
  public:
    using Written = std::function<void(const std::filesystem::path&)>;

    explicit OutputFolder(std::filesystem::path folder, Written written = {});
    ~OutputFolder();  // without commit: removes the files and folders that were not there before
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return folder_; }

    // `name` may hold folders: "figures/ring-01.svg". Throws Error bad_input naming the file.
    void write(const std::string& name, const QByteArray& bytes);

    // For what is written by others: begin gives the path, with its folders made; done counts it.
    std::filesystem::path begin(const std::string& name);
    void done(const std::string& name);

    void commit() { committed_ = true; }

  private:
    void make(const std::filesystem::path& folder);

    std::filesystem::path folder_;
    Written written_;
    std::vector<std::filesystem::path> new_folders_, new_files_;
    bool committed_ = false;
};

}  // namespace ringscope
