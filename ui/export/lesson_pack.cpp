#include "ui/export/lesson_pack.h"

#include "core/session/session.h"
#include "core/support/error.h"
#include "core/trace/ringtrace_file.h"
#include "ui/export/animation.h"
#include "ui/export/charts_of.h"
#include "ui/export/gui_thread.h"
#include "ui/export/image_export.h"
#include "ui/export/lesson_page.h"
#include "ui/export/pdf_export.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

// A part of the whole progress.
Progress part_of(const Progress& progress, double from, double to) {
    if (!progress) return {};
    return [=](double done) { return progress(from + (to - from) * done); };
}

std::int64_t first_with_steps(const Recording& recording, std::int64_t iteration) {
    for (std::int64_t i = iteration; i < recording.iterations(); ++i)
        if (recording.frames_in(i) > 1 && !recording.only_summary(i)) return i;
    return iteration;
}

class PackWriter {
  public:
    PackWriter(const ExportOptions& image, OutputFolder& folder) : image_(image), folder_(folder) {
        image_.size = {};
    }

    void figure(const Figure& figure, const std::string& stem, const QString& source) {
        ExportOptions options = image_;
        options.source = source;
        folder_.write("figures/" + stem + ".svg", render_svg(figure, options));
        folder_.write("figures/" + stem + ".pdf", render_pdf(figure, options));
        options.scale = 2;
        folder_.write("figures/" + stem + ".png", render_png(figure, options));
    }

    void data(const Figure& figure, const std::string& stem) {
        folder_.write("data/" + stem + ".csv", figure.csv().toUtf8());
    }

  private:
    ExportOptions image_;
    OutputFolder& folder_;
};

}  // namespace

void export_lesson_pack(const std::shared_ptr<const Recording>& recording, std::int64_t wanted,
                        const ExportOptions& image, OutputFolder& folder,
                        const Progress& progress) {
    const std::int64_t iteration = first_with_steps(*recording, wanted);
    const LessonContent content =
        lesson_content(recording, iteration, image, part_of(progress, 0, 0.2));
    PackWriter pack(image, folder);
    const auto count = static_cast<double>(content.steps.size());
    const Progress drawing = part_of(progress, 0.2, 0.6);
    std::optional<Position> last_step;
    for (std::size_t i = 0; i < content.steps.size(); ++i) {
        if (drawing && !drawing(static_cast<double>(i) / count))
            throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
        const LessonStep& step = content.steps[i];
        const QString source = source_line(*recording, step.position);
        const StageScene scene = scene_at(recording, step.position, step.progress);
        if (scene.frame->schedule_step >= 0) last_step = step.position;
        for (const StageView view : {StageView::ring, StageView::table}) {
            const auto figure = make_stage_figure(view, scene);
            pack.figure(*figure, figure->file_stem().toStdString() + step.number, source);
            if (view == StageView::table) pack.data(*figure, "step" + step.number);
        }
    }
    if (last_step) {
        const auto figure =
            make_stage_figure(StageView::space_time, scene_at(recording, *last_step));
        pack.figure(*figure, figure->file_stem().toStdString(),
                    source_line(*recording, *last_step));
        pack.data(*figure, figure->file_stem().toStdString());
    }
    on_gui_thread([&] {
        Charts charts = charts_of(*recording);
        for (const auto& sheet : worksheets_of(*recording)) charts.push_back(sheet);
        for (const auto& chart : charts) {
            pack.figure(*chart, chart->file_stem().toStdString(),
                        source_line(*recording, *recording->last()));
            pack.data(*chart, chart->file_stem().toStdString());
        }
    });
    if (content.animated) {
        Series series{recording, StageView::ring, {iteration, iteration, true}, {}, image};
        export_animation(series, AnimationFormat::gif, folder, part_of(progress, 0.6, 0.95));
        series.image.source = QStringLiteral("of each frame");
        export_pages(series, folder, part_of(progress, 0.95, 1));
    }
    folder.write("index.html", lesson_html(content));
    folder.write("lesson.md", lesson_markdown(content));
    folder.write("lesson.tex", lesson_latex(content));
    folder.write("captions.txt", lesson_captions(content));
    folder.write("session.ringscope",
                 QByteArray::fromStdString(json_text(session_of(*recording), 2) + '\n'));
    save_recording(*recording, folder.begin("recording.ringtrace"));
    folder.done("recording.ringtrace");
}

}  // namespace ringscope
