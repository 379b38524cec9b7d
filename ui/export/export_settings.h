#pragma once

#include <QSettings>
#include <optional>

#include "ui/export/run_export.h"

namespace ringscope {

// What the export dialog can make.
enum class ExportKind { figure, animation, frames, pages, lesson_pack, trace };
const char* key_of(ExportKind kind);  // "figure", ...: in the settings
bool shows_all_reduce(ExportKind kind);

// How one kind is exported, as the dialog remembers it.
struct ExportSettings {
    int format = 0;  // number in formats_of(kind)
    StageView view = StageView::ring;
    bool millimetres = false;
    double width = 780, height = 624;
    double dots = 300;  // an inch, for millimetres
    double scale = 2;   // device pixels a pixel, else
    double text_scale = 1;
    int palette = 2;  // light, dark, print
    bool transparent = false;
    FigureParts parts;
    bool source = true;
    AnimationTiming timing;
    bool whole_iteration = false;

    bool operator==(const ExportSettings&) const;
};

// Extensions, or "folder"; empty where there is no choice.
QStringList formats_of(ExportKind kind);
// Several files: a folder is chosen, not a file.
bool fills_folder(ExportKind kind, const ExportSettings& settings);
QString extension_of(ExportKind kind, const ExportSettings& settings);  // empty for folders

ExportSettings default_settings(ExportKind kind);
ExportSettings load_settings(const QSettings& settings, ExportKind kind);
void store_settings(QSettings& settings, ExportKind kind, const ExportSettings& values);

// For a figure. `source` is the line at its foot, used if the settings want one.
ExportOptions image_options(const ExportSettings& settings, const QString& source);
// For everything else.
RunExportOptions run_options(ExportKind kind, const ExportSettings& settings,
                             std::int64_t first_iteration, std::int64_t last_iteration);

}  // namespace ringscope
