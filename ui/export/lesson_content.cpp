#include "ui/export/lesson_content.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/session/session.h"
#include "core/support/error.h"
#include "ui/export/animation.h"
#include "ui/export/charts_of.h"
#include "ui/export/gui_thread.h"
#include "ui/export/image_export.h"
#include "ui/figures/number_text.h"
#include "ui/stage/card_painter.h"
#include "ui/stage/scene_at.h"
#include "ui/stage/stage_figure.h"

namespace ringscope {

namespace {

struct ContentWords {
    Q_DECLARE_TR_FUNCTIONS(LessonPack)
};

// Pictures of many devices are large, and steps beyond these say nothing new.
std::int64_t most_steps(int world_size) {
    return world_size <= 8 ? 120 : world_size <= 16 ? 40 : 16;
}

constexpr int most_in_table = 16, largest_animated = 16;  // devices

// Pictures of the page have no words of their own: those are the page's. Larger text than on paper,
// since the page is also read on a phone.
ExportOptions page_options(const ExportOptions& image, const QSizeF& size, double text_scale) {
    ExportOptions options;
    options.theme = image.theme.dark ? Theme::light() : image.theme;
    options.size = size;
    options.text_scale = text_scale;
    options.parts = {false, false, true};
    return options;
}

// A page of hundreds of devices would be a hundred megabytes of vectors.
QByteArray page_picture(const Figure& figure, const ExportOptions& options) {
    constexpr qsizetype most_vectors = 300'000;
    QByteArray svg = render_svg(figure, options);
    if (svg.size() <= most_vectors) return svg;
    return render_png(figure, options);
}

QByteArray stage_picture(StageView view, const StageScene& scene, const ExportOptions& image) {
    const bool many = scene.info->world_size > 8;
    return render_svg(
        *make_stage_figure(view, scene),
        page_options(image, many ? QSizeF(780, 640) : QSizeF(640, 520), many ? 1.0 : 1.3));
}

QString table_row(const char* tag, const QStringList& cells) {
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        row += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), cell.toHtmlEscaped());
    return row + QStringLiteral("</tr>");
}

QString numbers_of(const StageScene& scene) {
    StageScene after = scene;
    after.progress = 1;
    const SceneCells cells = scene_cells(after);
    if (!cells.has_values || cells.world_size > most_in_table || cells.chunks > most_in_table)
        return {};
    QStringList head{QString()};
    for (int c = 0; c < cells.chunks; ++c) head << ContentWords::tr("chunk %1").arg(c);
    QString rows = table_row("th", head);
    for (Rank r = 0; r < cells.world_size; ++r) {
        QStringList row{device_name(r)};
        for (int c = 0; c < cells.chunks; ++c) {
            const CellView& cell = cells.at(r, c);
            QStringList values;
            for (std::size_t i = 0; i < std::min<std::size_t>(3, cell.first.size()); ++i)
                values << number_text(cell.first[i]);
            if (cell.count > 3) values << QStringLiteral("…");
            row << (values.isEmpty() ? QStringLiteral("–") : values.join(QStringLiteral("  ")));
        }
        rows += table_row("td", row);
    }
    return rows;
}

std::vector<LessonStep> places_of(const Recording& recording, std::int64_t iteration) {
    std::vector<LessonStep> steps;
    const std::int64_t frames = recording.frames_in(iteration),
                       count = std::min(frames, most_steps(recording.info().world_size));
    for (std::int64_t i = 0; i < count; ++i) {
        const Position position{iteration, i * frames / count};
        const bool moves = !recording.frame(position)->transfers.empty();
        steps.push_back({position, moves ? 0.5 : 1, {}, {}, {}, {}, {}, {}});
    }
    // What the last transfers brought shows only when they have arrived.
    if (!steps.empty() && steps.back().progress < 1) {
        steps.push_back(steps.back());
        steps.back().progress = 1;
    }
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].number = numbered(static_cast<std::int64_t>(i) + 1, std::ssize(steps) + 1);
    return steps;
}

QStringList facts_of(const Recording& recording, std::int64_t iteration) {
    const RunInfo& info = recording.info();
    QStringList facts{integer_text(info.world_size), ContentWords::tr("devices"),
                      integer_text(info.length),
                      info.kind == RunKind::train ? ContentWords::tr("parameters a device")
                                                  : ContentWords::tr("numbers a device")};
    std::size_t steps = 0;
    for (const Bucket& bucket : info.buckets) steps += bucket.schedule.steps.size();
    if (steps > 0)
        facts << integer_text(static_cast<std::int64_t>(steps))
              << ContentWords::tr("steps of the all-reduce");
    const FramePtr summary = recording.summary(iteration);
    if (summary && info.world_size > 1) {
        std::int64_t most = 0;
        for (const RankRecord& rank : summary->ranks) most = std::max(most, rank.bytes_sent);
        if (most > 0)
            facts << bytes_text(static_cast<double>(most))
                  << ContentWords::tr("sent by a device, counted");
    }
    if (summary && summary->identical)
        facts << (*summary->identical ? ContentWords::tr("identical")
                                      : ContentWords::tr("different"))
              << ContentWords::tr("copies after the update, bit for bit");
    return facts;
}

}  // namespace

LessonContent lesson_content(const std::shared_ptr<const Recording>& recording,
                             std::int64_t iteration, const ExportOptions& image,
                             const Progress& progress) {
    LessonContent content;
    const Session session = session_of(*recording);
    content.title = QString::fromStdString(session.title);
    for (const QString& part :
         QString::fromStdString(session.text).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
        content.paragraphs << part.simplified();
    content.facts = facts_of(*recording, iteration);
    content.source = source_line(*recording, {iteration, 0});
    content.command =
        QStringLiteral("ringscope export recording.ringtrace --what lesson-pack --out FOLDER");
    if (iteration > 0) content.command += QStringLiteral(" --iterations %1").arg(iteration);

    content.steps = places_of(*recording, iteration);
    std::optional<Position> last_step;
    for (std::size_t i = 0; i < content.steps.size(); ++i) {
        if (progress &&
            !progress(static_cast<double>(i) / static_cast<double>(content.steps.size())))
            throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
        LessonStep& step = content.steps[i];
        const StageScene scene = scene_at(recording, step.position, step.progress);
        if (scene.frame->schedule_step >= 0) last_step = step.position;
        step.caption = make_caption(scene);
        if (step.progress == 1 && !scene.frame->transfers.empty()) {
            step.caption = {};
            step.caption.title = ContentWords::tr("After the last step");
            step.caption.sentence = ContentWords::tr(
                "The last transfers have arrived. This is what every device holds now.");
        }
        step.phase = Theme::light().phase_color(scene.frame->phase);
        step.ring = stage_picture(StageView::ring, scene, image);
        step.table = stage_picture(StageView::table, scene, image);
        step.numbers = numbers_of(scene);
    }
    if (last_step) {
        content.animated = recording->info().world_size <= largest_animated;
        const auto figure =
            make_stage_figure(StageView::space_time, scene_at(recording, *last_step));
        const bool many = recording->info().world_size > 8;
        content.whole.push_back(
            {figure->file_stem(), figure->title(),
             figure->description().section('\n', 1).replace('\n', ' '),
             page_picture(*figure,
                          page_options(image, {720, many ? 900.0 : 620.0}, many ? 1.0 : 1.2))});
    }
    on_gui_thread([&] {
        for (const auto& chart : charts_of(*recording))
            content.charts.push_back({chart->file_stem(), chart->title(), chart->description(),
                                      render_svg(*chart, page_options(image, {520, 320}, 1.15))});
        for (const auto& sheet : worksheets_of(*recording)) {
            const QSizeF size = sheet->natural_size();
            content.sheets.push_back(
                {sheet->file_stem(), sheet->title(), sheet->description(),
                 render_svg(*sheet, page_options(image, size * (720 / size.width()), 1))});
        }
    });
    return content;
}

}  // namespace ringscope
