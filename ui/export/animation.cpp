#include "ui/export/animation.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/support/error.h"
#include "core/support/version.h"
#include "ui/export/animation_writer.h"
#include "ui/export/image_export.h"
#include "ui/export/pdf_export.h"
#include "ui/stage/scene_at.h"

namespace ringscope {

namespace {

struct AnimationWords {
    Q_DECLARE_TR_FUNCTIONS(Animation)
};

constexpr double glide_share = 2.0 / 3;

double eased(double t) { return t < 0.5 ? 4 * t * t * t : 1 - std::pow(2 - 2 * t, 3) / 2; }

void say(const Progress& progress, std::size_t done, std::size_t count) {
    if (progress &&
        !progress(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(1, count))))
        throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
}

bool moves(const Recording& recording, Position position) {
    const FramePtr frame = recording.frame(position);
    return frame && !frame->transfers.empty();
}

ExportOptions with_source(const Series& series, Position position) {
    ExportOptions options = series.image;
    if (!options.source.isEmpty()) options.source = source_line(*series.recording, position);
    return options;
}

void append_all_reduce(const Recording& recording, std::int64_t iteration,
                       std::vector<Position>& positions) {
    bool begun = false;
    for (std::int64_t f = 0; f < recording.frames_in(iteration); ++f) {
        const Position here{iteration, f};
        if (recording.frame(here)->schedule_step < 0) continue;
        const auto before = recording.previous(here);
        if (!begun && before) positions.push_back(*before);
        begun = true;
        positions.push_back(here);
    }
}

}  // namespace

AnimationFormat animation_format(const std::string& text) {
    for (const AnimationFormat format :
         {AnimationFormat::gif, AnimationFormat::webp, AnimationFormat::mp4})
        if (text == extension(format)) return format;
    throw Error(ErrorCode::bad_input, "--format",
                "\"" + text + "\" is not a format for an animation; allowed are gif, webp and mp4");
}

const char* extension(AnimationFormat format) {
    switch (format) {
        case AnimationFormat::gif: return "gif";
        case AnimationFormat::webp: return "webp";
        case AnimationFormat::mp4: return "mp4";
    }
    return "";
}

std::vector<Position> positions_of(const Recording& recording, const FrameRange& range) {
    if (range.first_iteration < 0 || range.last_iteration < range.first_iteration ||
        range.last_iteration >= recording.iterations())
        throw Error(ErrorCode::bad_input, "export",
                    "there are no iterations " + std::to_string(range.first_iteration) + " to " +
                        std::to_string(range.last_iteration) + "; the recording has 0 to " +
                        std::to_string(recording.iterations() - 1));
    std::vector<Position> positions;
    for (std::int64_t i = range.first_iteration; i <= range.last_iteration; ++i) {
        if (range.only_all_reduce) {
            append_all_reduce(recording, i, positions);
        } else {
            for (std::int64_t f = 0; f < recording.frames_in(i); ++f) positions.push_back({i, f});
        }
    }
    if (positions.empty())
        throw Error(ErrorCode::bad_input, "export",
                    "these iterations hold no step of an all-reduce: they ran without a stop, or "
                    "one device has none",
                    "Export an iteration that was watched");
    return positions;
}

std::vector<Picture> animation_pictures(const Recording& recording,
                                        const std::vector<Position>& positions,
                                        const AnimationTiming& timing) {
    std::vector<Picture> pictures;
    const int whole = static_cast<int>(std::lround(1000 * timing.seconds_per_step));
    const int one =
        std::max(10, static_cast<int>(std::lround(100 / timing.frames_per_second)) * 10);
    for (const Position position : positions) {
        const int glide = moves(recording, position)
                              ? std::max(1, static_cast<int>(whole * glide_share) / one)
                              : 0;
        for (int i = 0; i < glide; ++i)
            pictures.push_back({position, eased(static_cast<double>(i) / glide), one});
        pictures.push_back({position, 1, std::max(one, whole - glide * one)});
    }
    return pictures;
}

const StageFigure& StagePainter::at(Position position, double progress) {
    StageScene scene = scene_at(recording_, position, progress);
    if (figure_)
        figure_->set_scene(std::move(scene));
    else
        figure_ = make_stage_figure(view_, std::move(scene));
    return *figure_;
}

void export_animation(const Series& series, AnimationFormat format, OutputFolder& folder,
                      const Progress& progress) {
    const std::vector<Picture> pictures = animation_pictures(
        *series.recording, positions_of(*series.recording, series.range), series.timing);
    StagePainter stage(series.recording, series.view);
    const auto draw = [&](const Picture& picture) {
        return render_image(stage.at(picture.position, picture.progress),
                            with_source(series, picture.position));
    };
    const QSize size = draw(pictures.front()).size();  // refused before a file is begun
    const std::string name =
        series.file.empty() ? stage.at(pictures.front().position, 1).file_stem().toStdString() +
                                  "-animation." + extension(format)
                            : series.file;
    const auto writer = make_animation_writer(format, folder.begin(name), size, series.timing);
    const std::size_t samples =
        format == AnimationFormat::gif ? std::min<std::size_t>(6, pictures.size()) : 0;
    const std::size_t count = pictures.size() + samples;
    for (std::size_t i = 0; i < samples; ++i) {
        say(progress, i, count);
        writer->sample(draw(pictures[samples < 2 ? 0 : i * (pictures.size() - 1) / (samples - 1)]));
    }
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        say(progress, samples + i, count);
        writer->add(draw(pictures[i]), pictures[i].milliseconds);
    }
    writer->finish();
    folder.done(name);
}

void export_frames(const Series& series, const std::vector<ExportFormat>& formats,
                   OutputFolder& folder, const Progress& progress) {
    const std::vector<Picture> pictures = animation_pictures(
        *series.recording, positions_of(*series.recording, series.range), series.timing);
    StagePainter stage(series.recording, series.view);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        say(progress, i, pictures.size());
        const StageFigure& figure = stage.at(pictures[i].position, pictures[i].progress);
        for (const ExportFormat format : formats)
            folder.write(figure.file_stem().toStdString() + "-frame" +
                             numbered(static_cast<std::int64_t>(i) + 1, std::ssize(pictures) + 1) +
                             '.' + extension(format),
                         render(figure, format, with_source(series, pictures[i].position)));
    }
}

void export_pages(const Series& series, OutputFolder& folder, const Progress& progress) {
    const std::vector<Position> positions = positions_of(*series.recording, series.range);
    StagePainter stage(series.recording, series.view);
    const StageFigure& first = stage.at(positions.front(), 1);
    const std::string name =
        series.file.empty() ? first.file_stem().toStdString() + "-pages.pdf" : series.file;
    PdfPages pages(folder.begin(name), export_size(first, series.image),
                   QString::fromStdString(series.recording->info().title));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        say(progress, i, positions.size());
        const bool glides = moves(*series.recording, positions[i]);
        pages.add(stage.at(positions[i], glides ? 0.5 : 1), with_source(series, positions[i]));
    }
    if (moves(*series.recording, positions.back()))
        pages.add(stage.at(positions.back(), 1), with_source(series, positions.back()));
    pages.finish();
    folder.done(name);
}

std::string numbered(std::int64_t number, std::int64_t count) {
    const std::size_t digits = std::max<std::size_t>(2, std::to_string(count - 1).size());
    const std::string text = std::to_string(number);
    return '-' + std::string(digits - std::min(digits, text.size()), '0') + text;
}

QString source_line(const Recording& recording, Position position) {
    const RunInfo& info = recording.info();
    QStringList parts{QStringLiteral("Ringscope %1").arg(QLatin1String(version)),
                      QString::fromStdString(info.title)};
    if (info.kind == RunKind::train)
        parts << AnimationWords::tr("iteration %1, frame %2")
                     .arg(position.iteration)
                     .arg(position.frame);
    else
        parts << AnimationWords::tr("frame %1").arg(position.frame);
    parts << QString::fromStdString(info.placement.summary)
                 .section(QLatin1Char(','), 0, 0)
                 .section(QLatin1String(" ("), 0, 0);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

}  // namespace ringscope
