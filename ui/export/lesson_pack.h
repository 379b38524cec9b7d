#pragma once

#include <memory>

#include "core/support/progress.h"
#include "core/trace/recording.h"
#include "ui/export/export_options.h"
#include "ui/export/output_folder.h"

namespace ringscope {

// A lesson in a folder: figures (SVG, PDF, PNG), their data, an animation, slides, index.html, a
// Markdown page, a LaTeX snippet, captions, the session and the recording. Nothing in it depends on
// when or where it is made: the same recording and options give the same bytes on one machine.
// Of the iteration `wanted`, or of the first one after it whose steps were kept. Error as export_run.
void export_lesson_pack(const std::shared_ptr<const Recording>& recording, std::int64_t wanted,
                        const ExportOptions& image, OutputFolder& folder,
                        const Progress& progress = {});

}  // namespace ringscope
