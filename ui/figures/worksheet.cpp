#include "ui/figures/worksheet.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/collective/host_executor.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct WorksheetWords {
    Q_DECLARE_TR_FUNCTIONS(Worksheet)
};

// In units of the text size.
constexpr double label_width = 5.5, cell_width = 6.5, row_height = 2.1, gap = 2.5;
constexpr double block_head = 2.4, block_foot = 2.0, sheet_head = 6.5;

QString phase_word(CollectivePhase phase) {
    switch (phase) {
        case CollectivePhase::reduce_scatter: return WorksheetWords::tr("reduce-scatter");
        case CollectivePhase::all_gather: return WorksheetWords::tr("all-gather");
        case CollectivePhase::reduce: return WorksheetWords::tr("reduce");
        case CollectivePhase::broadcast: return WorksheetWords::tr("broadcast");
        case CollectivePhase::exchange: return WorksheetWords::tr("exchange");
    }
    return {};
}

// "0→1 c0, 1→2 c1": what moves, with the sign of what is done with it.
QString moves_text(const Step& step) {
    QStringList parts;
    for (const Transfer& t : step.transfers)
        parts << QStringLiteral("%1→%2 c%3").arg(t.from).arg(t.to).arg(t.chunk);
    return parts.join(QStringLiteral(", "));
}

}  // namespace

// One table: the start, or what stands after a step.
struct WorksheetFigure::Block {
    std::size_t number = 0;  // into WorksheetData::after
    const Step* step = nullptr;
    bool filled = false;
};

std::optional<WorksheetData> worksheet_data(const Recording& recording) {
    const RunInfo& info = recording.info();
    const FramePtr start = recording.frame({0, 0});
    if (!start || info.kind != RunKind::collective || info.buckets.empty()) return std::nullopt;
    WorksheetData data;
    data.schedule = info.buckets.front().schedule;
    HostExecutor executor(info.world_size, info.length);
    for (Rank r = 0; r < info.world_size; ++r) {
        const VectorPtr& vector = start->ranks[static_cast<std::size_t>(r)].gradient;
        if (!vector || std::ssize(vector->whole) != info.length) return std::nullopt;
        executor.write(r, 0, vector->whole);
    }
    const auto keep = [&] {
        auto& values = data.after.emplace_back(static_cast<std::size_t>(info.world_size));
        for (Rank r = 0; r < info.world_size; ++r) {
            values[static_cast<std::size_t>(r)].resize(static_cast<std::size_t>(info.length));
            executor.read(r, 0, values[static_cast<std::size_t>(r)]);
        }
    };
    keep();
    for (const Step& step : data.schedule.steps) {
        executor.run(data.schedule, step, 0);
        keep();
    }
    return data;
}

std::vector<WorksheetFigure::Block> WorksheetFigure::blocks() const {
    std::vector<Block> blocks{{0, nullptr, true}};
    for (std::size_t k = 0; k < data_.schedule.steps.size(); ++k)
        blocks.push_back({k + 1, &data_.schedule.steps[k], answers_});
    return blocks;
}

QString WorksheetFigure::file_stem() const {
    return answers_ ? QStringLiteral("answer-key") : QStringLiteral("worksheet");
}

QString WorksheetFigure::title() const {
    const QString what =
        answers_ ? WorksheetWords::tr("Answer key") : WorksheetWords::tr("Worksheet");
    return WorksheetWords::tr("%1: %2 all-reduce of %3 devices")
        .arg(what, QString::fromStdString(data_.schedule.algorithm))
        .arg(data_.schedule.world_size);
}

QString WorksheetFigure::description() const {
    return answers_ ? WorksheetWords::tr(
                          "What every device holds after each step, worked out by the schedule. "
                          "Frames mark what arrived in the step.")
                    : WorksheetWords::tr(
                          "Fill in what every device holds after each step. Which chunk moves from "
                          "where to where? Write it below the table.");
}

QSizeF WorksheetFigure::natural_size() const {
    const auto count = static_cast<double>(data_.schedule.steps.size() + 1);
    const double across = data_.schedule.chunks.size() > 8 ? 1 : 2;
    const double width =
        across * (label_width + cell_width * static_cast<double>(data_.schedule.chunks.size())) +
        (across - 1) * gap;
    const double height = block_head + row_height * (data_.schedule.world_size + 1) + block_foot;
    return {std::max(40.0, width) + 2, sheet_head + std::ceil(count / across) * (height + gap)};
}

void WorksheetFigure::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const QSizeF natural = natural_size();
    const double u = std::min(area.width() / natural.width(), area.height() / natural.height());
    const Theme inner = theme.with_unit(u);
    const QRectF head(area.left() + u, area.top() + 0.5 * u, natural.width() * u - 2 * u, 2.4 * u);
    paint_line(painter, head, Qt::AlignLeft, inner.font(1.4, true), theme.text, title());
    QRectF line(head.left(), head.bottom(), head.width(), 1.5 * u);
    for (const QString& text : wrapped(description(), inner.font(0.95), head.width(), 2)) {
        paint_line(painter, line, Qt::AlignLeft, inner.font(0.95), theme.muted, text);
        line.translate(0, 1.5 * u);
    }
    const auto chunks = static_cast<double>(data_.schedule.chunks.size());
    const int across = data_.schedule.chunks.size() > 8 ? 1 : 2;
    const QSizeF block(
        (label_width + cell_width * chunks) * u,
        (block_head + row_height * (data_.schedule.world_size + 1) + block_foot) * u);
    int at = 0;
    for (const Block& one : blocks()) {
        const int column = at % across, row = at / across;
        const QPointF corner(area.left() + u + column * (block.width() + gap * u),
                             area.top() + sheet_head * u + row * (block.height() + gap * u));
        paint_block(painter, QRectF(corner, block), one, inner);
        ++at;
    }
    painter.restore();
}

void WorksheetFigure::paint_block(QPainter& painter, const QRectF& area, const Block& block,
                                  const Theme& theme) const {
    const double u = theme.unit;
    const QString heading = block.step ? WorksheetWords::tr("%1, after step %2")
                                             .arg(phase_word(block.step->phase))
                                             .arg(block.step->index_in_phase + 1)
                                       : WorksheetWords::tr("at the start");
    paint_line(painter, QRectF(area.left(), area.top(), area.width(), block_head * u),
               Qt::AlignLeft, theme.font(1, true), theme.text, heading);
    const double top = area.top() + block_head * u;
    const int chunks = static_cast<int>(data_.schedule.chunks.size());
    const auto cell = [&](int row, int column) {
        return QRectF(area.left() + (label_width + cell_width * column) * u,
                      top + row_height * row * u, cell_width * u, row_height * u);
    };
    for (int c = 0; c < chunks; ++c)
        paint_line(painter, cell(0, c), Qt::AlignHCenter, theme.font(0.9), theme.muted,
                   QStringLiteral("c%1").arg(c));
    for (Rank r = 0; r < data_.schedule.world_size; ++r) {
        const QRectF name(area.left(), cell(r + 1, 0).top(), label_width * u, row_height * u);
        paint_line(painter, name, Qt::AlignLeft, theme.font(0.9), theme.text,
                   WorksheetWords::tr("Device %1").arg(r));
        for (int c = 0; c < chunks; ++c) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.strong_border, 0.07 * u));
            painter.drawRect(cell(r + 1, c));
        }
    }
    // What came in this step: a second frame, which is left out of the exercise.
    if (block.step && block.filled) {
        painter.setPen(QPen(theme.accent, 0.16 * u));
        for (const Transfer& t : block.step->transfers)
            painter.drawRect(
                cell(t.to + 1, t.chunk).adjusted(0.15 * u, 0.15 * u, -0.15 * u, -0.15 * u));
    }
    for (Rank r = 0; block.filled && r < data_.schedule.world_size; ++r)
        for (int c = 0; c < chunks; ++c)
            paint_line(painter, cell(r + 1, c).adjusted(0.3 * u, 0, -0.3 * u, 0), Qt::AlignHCenter,
                       theme.mono_font(0.9), theme.text, cell_text(block, r, c));
    if (!block.step) return;
    const QRectF foot(area.left(), area.bottom() - (block_foot - 0.4) * u, area.width(),
                      (block_foot - 0.4) * u);
    const double used =
        paint_line(painter, foot, Qt::AlignLeft, theme.font(0.85), theme.muted,
                   WorksheetWords::tr("moves:") +
                       (block.filled ? QStringLiteral(" ") + moves_text(*block.step) : QString()));
    if (block.filled) return;
    painter.setPen(QPen(theme.faint, 0.06 * u));
    painter.drawLine(QPointF(foot.left() + used + 0.5 * u, foot.bottom() - 0.3 * u),
                     QPointF(foot.right(), foot.bottom() - 0.3 * u));
}

QString WorksheetFigure::cell_text(const Block& block, Rank rank, int chunk) const {
    const Chunk& extent = data_.schedule.chunks[static_cast<std::size_t>(chunk)];
    const std::vector<float>& values = data_.after[block.number][static_cast<std::size_t>(rank)];
    if (extent.count == 0) return QStringLiteral("–");
    QStringList parts;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(extent.count, 8); ++i)
        parts << number_text(
            static_cast<double>(values[static_cast<std::size_t>(extent.offset + i)]), 8);
    return parts.join(QStringLiteral(" "));
}

QString WorksheetFigure::csv() const {
    QString text = QStringLiteral("table,phase,step,rank,chunk,offset,count,values\n");
    for (const Block& block : blocks())
        for (Rank r = 0; r < data_.schedule.world_size; ++r)
            for (std::size_t c = 0; c < data_.schedule.chunks.size(); ++c) {
                const Chunk& chunk = data_.schedule.chunks[c];
                QStringList values;
                for (std::int64_t i = 0; block.filled && i < chunk.count; ++i)
                    values << csv_number(data_.after[block.number][static_cast<std::size_t>(r)]
                                                    [static_cast<std::size_t>(chunk.offset + i)]);
                text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n")
                            .arg(block.number)
                            .arg(block.step ? QString::fromLatin1(name(block.step->phase))
                                            : QStringLiteral("start"))
                            .arg(block.step ? block.step->index_in_phase : 0)
                            .arg(r)
                            .arg(c)
                            .arg(chunk.offset)
                            .arg(chunk.count)
                            .arg(values.join(QLatin1Char(' ')));
            }
    return text;
}

}  // namespace ringscope
