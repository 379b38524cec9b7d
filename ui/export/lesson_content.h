#pragma once

#include <QByteArray>
#include <QColor>
#include <QStringList>
#include <memory>
#include <vector>

#include "core/support/progress.h"
#include "core/trace/recording.h"
#include "ui/export/export_options.h"
#include "ui/stage/caption.h"

namespace ringscope {

// One place of a lesson: where it is, how far its transfers have come, and what is said of it.
struct LessonStep {
    Position position;
    double progress = 1;
    std::string number;  // "-01": the files are figures/ring-01.svg, data/step-01.csv, ...
    Caption caption;
    QColor phase;
    QByteArray ring,
        table;  // for the page, without title and caption: SVG, or PNG where that is smaller by far
    QString numbers;  // what every device holds, as HTML rows; empty where there is too much
};

// A figure beside the steps.
struct LessonFigure {
    QString stem, title, description;
    QByteArray picture;  // for the page
};

// All that the pages of a lesson pack say, in every format.
struct LessonContent {
    QString title, source, command;
    QStringList paragraphs;
    QStringList facts;  // value, name, value, name, ...
    std::vector<LessonStep> steps;
    std::vector<LessonFigure> whole;  // the space-time view, or none
    std::vector<LessonFigure> charts;
    std::vector<LessonFigure> sheets;  // worksheet and answer key, or none
    bool animated = false;             // there are an animation and slides of the all-reduce
};

// The lesson of one iteration. At most 120 steps, 40 above 8 devices, 16 above 16: longer
// iterations are thinned out evenly.
LessonContent lesson_content(const std::shared_ptr<const Recording>& recording,
                             std::int64_t iteration, const ExportOptions& image,
                             const Progress& progress = {});

}  // namespace ringscope
