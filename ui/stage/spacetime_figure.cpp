#include "ui/stage/spacetime_figure.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

#include "ui/figures/number_text.h"
#include "ui/stage/caption.h"
#include "ui/stage/spacetime_painter.h"
#include "ui/stage/spacetime_steps.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct SpaceTimeWords {
    Q_DECLARE_TR_FUNCTIONS(SpaceTime)
};

QString values_of(const CellView& cell) {
    QStringList values;
    const std::vector<float>& drawn = cell.count == 1 ? cell.first : cell.bars;
    for (const float value : drawn) values << csv_number(value);
    return values.join(' ');
}

QString ranks_of(std::uint64_t ranks) {
    QStringList names;
    for (Rank r = 0; r < 64; ++r)
        if ((ranks >> r) & 1) names << QString::number(r);
    return names.join(' ');
}

QString cell_lines(const char* event, const SceneCells& cells, const Schedule& schedule) {
    QString text;
    for (Rank r = 0; r < cells.world_size; ++r)
        for (int c = 0; c < cells.chunks; ++c) {
            const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(c)];
            text += QStringLiteral("%1,,,,%2,%3,%4,%5,,,,%6,%7\n")
                        .arg(QLatin1String(event))
                        .arg(r)
                        .arg(c)
                        .arg(chunk.offset)
                        .arg(chunk.count)
                        .arg(ranks_of(cells.at(r, c).ranks), values_of(cells.at(r, c)));
        }
    return text;
}

float sent_value(const VectorPtr& part) {
    if (part && !part->whole.empty()) return part->whole.front();
    return part && !part->summary.first.empty() ? part->summary.first.front() : 0;
}

QString transfer_line(const Step& step, int number, const TransferRecord& record,
                      const SceneCells& after) {
    const Transfer& t = record.report.transfer;
    return QStringLiteral("transfer,%1,%2,%3,%4,%5,%6,%7,%8,%9,")
               .arg(number + 1)
               .arg(QLatin1String(name(step.phase)))
               .arg(t.from)
               .arg(t.to)
               .arg(t.chunk)
               .arg(record.chunk.offset)
               .arg(record.chunk.count)
               .arg(t.op == TransferOp::add ? QLatin1String("add") : QLatin1String("copy"))
               .arg(record.report.bytes) +
           (record.chunk.count == 1 ? csv_number(sent_value(record.sent)) : QString()) + ',' +
           ranks_of(after.at(t.to, t.chunk).ranks) + ',' + values_of(after.at(t.to, t.chunk)) +
           '\n';
}

}  // namespace

SpaceTimeLayout SpaceTimeFigure::layout(const QRectF& body, const Theme& theme) const {
    const SpaceTimeSteps steps(scene());
    return space_time_layout(scene().info->world_size, chunk_count(), steps.count(), body,
                             theme.unit);
}

Caption SpaceTimeFigure::caption() const {
    Caption caption = make_caption(scene());
    const SpaceTimeSteps steps(scene());
    if (!steps.complete() || scene().selected) return caption;
    const Schedule& schedule = steps.bucket().schedule;
    const QString count = steps.count() == 1 ? SpaceTimeWords::tr("1 step")
                                             : SpaceTimeWords::tr("%1 steps").arg(steps.count());
    caption.title = SpaceTimeWords::tr("The whole all-reduce: %1 devices, %2")
                        .arg(schedule.world_size)
                        .arg(count);
    caption.sentence = SpaceTimeWords::tr(
        "Time runs downward; an arrow is one chunk on its way. += adds what arrives, = "
        "keeps a copy. In the end every device holds the sum of all of them.");
    std::int64_t most = 0, least = std::numeric_limits<std::int64_t>::max();
    for (Rank r = 0; r < schedule.world_size; ++r) {
        std::int64_t bytes = 0;
        for (int s = 0; s < steps.count(); ++s)
            if (const FramePtr frame = steps.taken(s))
                for (const TransferRecord& record : frame->transfers)
                    if (record.report.transfer.from == r) bytes += record.report.bytes;
        most = std::max(most, bytes);
        least = std::min(least, bytes);
    }
    caption.arithmetic = bytes_text(static_cast<double>(most));
    caption.remark = least == most
                         ? SpaceTimeWords::tr("sent by each device, counted")
                         : SpaceTimeWords::tr("sent by the busiest device, counted; the least: %1")
                               .arg(bytes_text(static_cast<double>(least)));
    caption.footnote.clear();
    return caption;
}

QString SpaceTimeFigure::csv() const {
    QString text = QStringLiteral(
        "event,step,phase,from,to,chunk,offset,count,op,bytes,sent,ranks_summed,holds\n");
    if (!scene().info || !scene().frame || scene().info->buckets.empty()) return text;
    const SpaceTimeSteps steps(scene());
    const Schedule& schedule = steps.bucket().schedule;
    if (const auto start = steps.start()) text += cell_lines("start", *start, schedule);
    for (int s = 0; s < steps.count(); ++s) {
        const FramePtr frame = steps.taken(s);
        if (!frame) continue;
        const SceneCells after = steps.after(s);
        for (const TransferRecord& record : frame->transfers)
            text += transfer_line(schedule.steps[static_cast<std::size_t>(s)], s, record, after);
    }
    if (const auto now = steps.now())
        text += cell_lines(steps.complete() ? "end" : "now", *now, schedule);
    return text;
}

std::vector<QRectF> SpaceTimeFigure::cell_rects(const QRectF& body, const Theme& theme) const {
    const SpaceTimeLayout at = layout(body, theme);
    std::vector<QRectF> cells;
    for (Rank r = 0; r < at.ranks; ++r)
        for (int c = 0; c < at.chunks; ++c)
            cells.push_back(at.strips ? at.end_cell(r, c) : QRectF());
    return cells;
}

void SpaceTimeFigure::paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const {
    if (scene().info->buckets.empty()) return;
    paint_space_time(painter, scene(), layout(body, theme), theme);
}

void SpaceTimeFigure::paint_moving(QPainter& painter, const QRectF& body,
                                   const Theme& theme) const {
    if (scene().info->buckets.empty()) return;
    paint_movers(painter, scene(), layout(body, theme), theme);
}

}  // namespace ringscope
