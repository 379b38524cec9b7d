#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/support/progress.h"
#include "core/trace/recording.h"
#include "ui/export/animation.h"
#include "ui/export/export_options.h"
#include "ui/export/output_folder.h"

namespace ringscope {

enum class ExportWhat { all, stage, charts, animation, frames, pages, lesson_pack, trace };

// "all", "stage", ..., "lesson-pack"; Error bad_input for others.
ExportWhat export_what(const std::string& text);
const char* name(ExportWhat what);

struct RunExportOptions {
    ExportWhat what = ExportWhat::all;
    std::vector<ExportFormat> formats{ExportFormat::svg,
                                      ExportFormat::png};  // of figures, charts, frames
    std::vector<AnimationFormat> animations{AnimationFormat::gif};
    std::optional<std::int64_t> frame;  // stage: only this one, counted over the whole recording
    StageView view = StageView::ring;
    FrameRange range;  // animation, frames, pages; its first iteration: stage, lesson pack
    AnimationTiming timing;
    ExportOptions image;
    std::string file;    // animation, pages, trace: another name for the file
    bool source = true;  // the line that says where a figure comes from
};

// Writes what is asked for of a recording into a folder, which is made if needed:
//   stage      every frame of the iteration as numbered files, transfers drawn half-way (or `frame`
//              alone); the space-time view as one picture of the whole all-reduce
//   charts     each chart that has something to show
//   all        stage, the space-time view and charts
//   others     as their names say
// A folder whose name ends in .zip is one archive instead, with the same files below the run's
// title. On the command line or in a thread of its own: charts are drawn in the window's thread.
// All or nothing; `written` is told of every file. Throws Error bad_input when something is not
// there or a file cannot be written, cancelled when progress says so.
void export_run(const std::shared_ptr<const Recording>& recording,
                const std::filesystem::path& folder, const RunExportOptions& options,
                const OutputFolder::Written& written = {}, const Progress& progress = {});

}  // namespace ringscope
