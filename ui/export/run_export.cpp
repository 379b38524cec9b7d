#include "ui/export/run_export.h"

#include <QTemporaryDir>
#include <array>
#include <fstream>
#include <utility>

#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "core/trace/chrome_trace.h"
#include "ui/export/charts_of.h"
#include "ui/export/gui_thread.h"
#include "ui/export/image_export.h"
#include "ui/export/lesson_pack.h"
#include "ui/export/zip_archive.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

constexpr std::array<std::pair<ExportWhat, const char*>, 8> what_names = {{
    {ExportWhat::all, "all"},
    {ExportWhat::stage, "stage"},
    {ExportWhat::charts, "charts"},
    {ExportWhat::animation, "animation"},
    {ExportWhat::frames, "frames"},
    {ExportWhat::pages, "pages"},
    {ExportWhat::lesson_pack, "lesson-pack"},
    {ExportWhat::trace, "trace"},
}};

// One export under way.
class RunExport {
  public:
    RunExport(const std::shared_ptr<const Recording>& recording, const RunExportOptions& options,
              OutputFolder& folder, const Progress& progress)
        : recording_(recording), options_(options), folder_(folder), progress_(progress) {}

    void run() {
        switch (options_.what) {
            case ExportWhat::all:
                stage();
                if (!options_.frame && options_.view != StageView::space_time && has_steps())
                    whole_all_reduce();
                charts(false);
                break;
            case ExportWhat::stage: stage(); break;
            case ExportWhat::charts: charts(true); break;
            case ExportWhat::animation:
                for (const AnimationFormat format : options_.animations)
                    export_animation(series(), format, folder_, progress_);
                break;
            case ExportWhat::frames:
                export_frames(series(), options_.formats, folder_, progress_);
                break;
            case ExportWhat::pages: export_pages(series(), folder_, progress_); break;
            case ExportWhat::lesson_pack:
                export_lesson_pack(recording_, options_.range.first_iteration, options_.image,
                                   folder_, progress_);
                break;
            case ExportWhat::trace: trace(); break;
        }
    }

  private:
    ExportOptions image_at(Position position) const {
        ExportOptions image = options_.image;
        if (options_.source) image.source = source_line(*recording_, position);
        return image;
    }

    Series series() const {
        Series series{recording_,      options_.view,  options_.range,
                      options_.timing, options_.image, options_.file};
        if (options_.source) series.image.source = QStringLiteral("of each frame");
        return series;
    }

    void write(const Figure& figure, const std::string& suffix, const ExportOptions& image) const {
        for (const ExportFormat format : options_.formats)
            folder_.write(figure.file_stem().toStdString() + suffix + '.' + extension(format),
                          render(figure, format, image));
    }

    void write_stage(StageView view, Position position, double progress,
                     const std::string& suffix) const {
        write(*make_stage_figure(view, scene_at(recording_, position, progress)), suffix,
              image_at(position));
    }

    void write_numbered(Position position) const {
        const bool moves = !recording_->frame(position)->transfers.empty();
        write_stage(options_.view, position, moves ? 0.5 : 1,
                    numbered(recording_->number_of(position), recording_->frame_count()));
    }

    void stage() const {
        if (options_.frame) return write_numbered(recording_->at(*options_.frame));
        if (options_.view == StageView::space_time) return whole_all_reduce();
        const std::int64_t iteration = options_.range.first_iteration;
        for (std::int64_t f = 0; f < recording_->frames_in(iteration); ++f) {
            say(f, recording_->frames_in(iteration));
            write_numbered({iteration, f});
        }
    }

    bool has_steps() const {
        const std::int64_t iteration = options_.range.first_iteration;
        for (std::int64_t f = 0; f < recording_->frames_in(iteration); ++f)
            if (recording_->frame({iteration, f})->schedule_step >= 0) return true;
        return false;
    }

    void whole_all_reduce() const {
        const FrameRange one{options_.range.first_iteration, options_.range.first_iteration, true};
        write_stage(StageView::space_time, positions_of(*recording_, one).back(), 1, {});
    }

    void charts(bool wanted) const {
        const auto last = recording_->last();
        on_gui_thread([&] {
            Charts charts = charts_of(*recording_);
            for (const auto& sheet : worksheets_of(*recording_)) charts.push_back(sheet);
            if (wanted && charts.empty())
                throw Error(
                    ErrorCode::bad_input, "export", "this run has nothing to show in a chart",
                    "Charts show loss, memory and traffic: more than one device, or a training");
            for (const auto& chart : charts) write(*chart, {}, image_at(*last));
        });
    }

    void trace() const {
        const std::string name = options_.file.empty() ? "trace.json" : options_.file;
        AtomicFile file(folder_.begin(name));
        write_chrome_trace(file.stream(), *recording_, progress_);
        file.commit();
        folder_.done(name);
    }

    void say(std::int64_t done, std::int64_t count) const {
        if (progress_ && !progress_(static_cast<double>(done) / static_cast<double>(count)))
            throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
    }

    const std::shared_ptr<const Recording>& recording_;
    const RunExportOptions& options_;
    OutputFolder& folder_;
    const Progress& progress_;
};

// The folder is made aside, and its files are put together when all are there. What they lie below
// inside is the run's title, not the archive's name: the same run gives the same archive.
void export_zip(const std::shared_ptr<const Recording>& recording,
                const std::filesystem::path& archive, const RunExportOptions& options,
                const OutputFolder::Written& written, const Progress& progress) {
    OutputFolder out(archive.parent_path(), written);
    AtomicFile target(out.begin(archive.filename().string()));
    const QTemporaryDir place;
    const std::filesystem::path root(place.filePath(QStringLiteral("files")).toStdString());
    const std::filesystem::path draft(place.filePath(QStringLiteral("draft.zip")).toStdString());
    std::vector<std::string> names;
    OutputFolder folder(root, [&](const std::filesystem::path& file) {
        names.push_back(file.lexically_relative(root).generic_string());
    });
    RunExport(recording, options, folder, progress).run();
    const QString title = QString::fromStdString(recording->info().title);
    write_zip(draft, file_name_of(title).toStdString(), root, std::move(names));
    target.stream() << std::ifstream(draft, std::ios::binary).rdbuf();
    target.commit();
    out.done(archive.filename().string());
    out.commit();
}

}  // namespace

ExportWhat export_what(const std::string& text) {
    for (const auto& [what, known] : what_names)
        if (text == known) return what;
    throw Error(ErrorCode::bad_input, "--what", "\"" + text + "\" is nothing that can be exported");
}

const char* name(ExportWhat what) {
    for (const auto& [known, text] : what_names)
        if (what == known) return text;
    return "";
}

void export_run(const std::shared_ptr<const Recording>& recording,
                const std::filesystem::path& folder, const RunExportOptions& options,
                const OutputFolder::Written& written, const Progress& progress) {
    const std::int64_t count = recording->frame_count();
    if (count == 0)
        throw Error(ErrorCode::bad_input, "export", "the recording has no frames",
                    "Record at least one iteration");
    if (options.frame && (*options.frame < 0 || *options.frame >= count))
        throw Error(ErrorCode::bad_input, "--frame",
                    "there is no frame " + std::to_string(*options.frame) +
                        "; the frames are 0 to " + std::to_string(count - 1));
    if (options.range.first_iteration >= recording->iterations())
        throw Error(ErrorCode::bad_input, "--iterations",
                    "there is no iteration " + std::to_string(options.range.first_iteration) +
                        "; the recording has 0 to " + std::to_string(recording->iterations() - 1));
    if (folder.extension() == ".zip")
        return export_zip(recording, folder, options, written, progress);
    OutputFolder out(folder, written);
    RunExport(recording, options, out, progress).run();
    out.commit();
}

}  // namespace ringscope
