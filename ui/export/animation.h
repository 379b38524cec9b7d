#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/support/progress.h"
#include "core/trace/recording.h"
#include "ui/export/export_options.h"
#include "ui/export/output_folder.h"
#include "ui/stage/stage_figure.h"

namespace ringscope {

enum class AnimationFormat { gif, webp, mp4 };

// "gif", "webp", "mp4"; Error bad_input for others.
AnimationFormat animation_format(const std::string& text);
const char* extension(AnimationFormat format);
// MP4 is made by the program ffmpeg, where it is installed.
bool can_write(AnimationFormat format);

// Which frames of a recording a series shows.
struct FrameRange {
    std::int64_t first_iteration = 0, last_iteration = 0;  // both included
    bool only_all_reduce = true;  // the steps, after the frame before the first of them
};
// Their positions. Error bad_input when an iteration is not there or holds nothing of the kind.
std::vector<Position> positions_of(const Recording& recording, const FrameRange& range);

struct AnimationTiming {
    double frames_per_second = 12.5;  // while chunks move
    double seconds_per_step = 1.6;    // a step's transfers glide in the first two thirds of it
    bool loop = true;                 // gif and webp: for ever, else once
};

// One picture of an animation and how long it stays.
struct Picture {
    Position position;
    double progress = 1;
    int milliseconds = 0;
};
std::vector<Picture> animation_pictures(const Recording& recording,
                                        const std::vector<Position>& positions,
                                        const AnimationTiming& timing);

// Draws the stage of a recording at one place after the other. For one thread.
class StagePainter {
  public:
    StagePainter(std::shared_ptr<const Recording> recording, StageView view)
        : recording_(std::move(recording)), view_(view) {}

    const StageFigure& at(Position position, double progress);

  private:
    std::shared_ptr<const Recording> recording_;
    StageView view_;
    std::unique_ptr<StageFigure> figure_;
};

struct Series {
    std::shared_ptr<const Recording> recording;
    StageView view = StageView::ring;
    FrameRange range;
    AnimationTiming timing;
    ExportOptions image;
    std::string file = {};  // the name of a single file; empty: one that says what it is
};

// Any thread. One picture is in memory at a time. Each calls progress before every picture and
// throws Error cancelled when it returns false.
void export_animation(const Series& series, AnimationFormat format, OutputFolder& folder,
                      const Progress& progress = {});
// Every picture of the animation, numbered: frame-001.svg, ...
void export_frames(const Series& series, const std::vector<ExportFormat>& formats,
                   OutputFolder& folder, const Progress& progress = {});
// A PDF of one page a step, transfers drawn half-way, and one with the end.
void export_pages(const Series& series, OutputFolder& folder, const Progress& progress = {});

// "-007": as many digits as the largest number needs, two at least, so that files sort.
std::string numbered(std::int64_t number, std::int64_t count);

// "Ringscope 0.1.0 · Four devices, four numbers · iteration 0, frame 3 · host memory".
QString source_line(const Recording& recording, Position position);

}  // namespace ringscope
