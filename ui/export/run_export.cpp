#include "ui/export/run_export.h"

#include <string>

#include "core/support/error.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/stage/stage_figure.h"

namespace ringscope {

namespace {

class Writer {
  public:
    Writer(std::filesystem::path folder, const RunExportOptions& options,
           const std::function<void(const std::filesystem::path&)>& written)
        : folder_(std::move(folder)), options_(options), written_(written) {}

    void write(const Figure& figure, const std::string& suffix) const {
        for (const ExportFormat format : options_.formats) {
            const std::filesystem::path file =
                folder_ / (figure.file_stem().toStdString() + suffix + '.' + extension(format));
            export_figure(figure, file, format, options_.image);
            written_(file);
        }
    }

  private:
    std::filesystem::path folder_;
    const RunExportOptions& options_;
    const std::function<void(const std::filesystem::path&)>& written_;
};

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!std::filesystem::is_directory(folder))
        throw Error(
            ErrorCode::bad_input, folder.string(),
            "the folder cannot be made: " + (error ? error.message() : "a file has that name"),
            "Choose another folder with --out");
}

// "-007": as many digits as the largest number needs, two at least, so that files sort.
std::string numbered(std::int64_t number, std::int64_t count) {
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(count - 1).size());
    const std::string text = std::to_string(number);
    return '-' + std::string(digits - std::min(digits, text.size()), '0') + text;
}

void write_stage(const Recording& recording, Position position, const RunExportOptions& options,
                 const Writer& writer) {
    StageScene scene;
    scene.info = std::make_shared<RunInfo>(recording.info());
    scene.frame = recording.frame(position);
    if (const auto previous = recording.previous(position))
        scene.before = recording.frame(*previous);
    scene.progress = scene.frame->transfers.empty() ? 1.0 : 0.5;
    const auto figure = make_stage_figure(options.view, scene);
    writer.write(*figure, numbered(recording.number_of(position), recording.frame_count()));
}

void write_charts(const Recording& recording, const Writer& writer) {
    const MemoryFigure memory(memory_data(recording.info(), *recording.frame(*recording.last())));
    if (memory.empty_text().isEmpty()) writer.write(memory, {});
    const LossFigure loss(loss_data(recording, std::nullopt));
    if (loss.empty_text().isEmpty()) writer.write(loss, {});
}

}  // namespace

void export_run(const Recording& recording, const std::filesystem::path& folder,
                const RunExportOptions& options,
                const std::function<void(const std::filesystem::path&)>& written) {
    const std::int64_t count = recording.frame_count();
    if (options.frame && (*options.frame < 0 || *options.frame >= count))
        throw Error(ErrorCode::bad_input, "--frame",
                    "there is no frame " + std::to_string(*options.frame) +
                        "; the frames are 0 to " + std::to_string(count - 1));
    if (count == 0) throw Error(ErrorCode::bad_input, "export", "the recording has no frames");
    make_folder(folder);
    const Writer writer(folder, options, written);
    if (options.stage && options.frame) {
        write_stage(recording, recording.at(*options.frame), options, writer);
    } else if (options.stage) {
        for (std::int64_t f = 0; f < recording.frames_in(0); ++f)
            write_stage(recording, {0, f}, options, writer);
    }
    if (options.charts) write_charts(recording, writer);
}

}  // namespace ringscope
