#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "core/trace/recording.h"
#include "ui/export/image_export.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

struct RunExportOptions {
    bool stage = true;
    bool charts = true;
    std::vector<ExportFormat> formats{ExportFormat::svg, ExportFormat::png};
    std::optional<std::int64_t> frame;  // counted over the whole recording; empty: see export_run
    StageView view = StageView::ring;
    ExportOptions image;
};

// Writes figures of a recording into a folder, which is made if needed: the stage at one frame, or
// at every frame of the first iteration as numbered files, transfers drawn half-way; and each chart
// that has something to show. `written` is told of every file. Throws Error bad_input when the
// frame does not exist or a file cannot be written.
void export_run(const Recording& recording, const std::filesystem::path& folder,
                const RunExportOptions& options,
                const std::function<void(const std::filesystem::path&)>& written);

}  // namespace ringscope
