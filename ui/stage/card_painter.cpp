#include "ui/stage/card_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "ui/figures/common_digest.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/theme/rank_patch.h"

namespace ringscope {

namespace {

struct CardPainterWords {
    Q_DECLARE_TR_FUNCTIONS(Card)
};

const RankRecord& record_of(const StageScene& scene, Rank rank) {
    return scene.frame->ranks[static_cast<std::size_t>(rank)];
}

bool differs(const StageScene& scene, Rank rank) {
    if (scene.frame->identical != false) return false;
    std::vector<std::uint64_t> digests;
    for (const RankRecord& record : scene.frame->ranks) digests.push_back(record.digest);
    return common_digest(digests) != record_of(scene, rank).digest;
}

// A tick or a cross in a disc: the result of the comparison of the replicas. Returns its width.
double paint_badge(QPainter& painter, const QPointF& left_middle, bool same, const Theme& theme) {
    const double size = theme.unit * 1.15;
    const QRectF disc(left_middle.x(), left_middle.y() - size / 2, size, size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(same ? theme.good_soft : theme.bad_soft);
    painter.drawEllipse(disc);
    painter.setPen(QPen(same ? theme.good : theme.bad, theme.unit * 0.14, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) { return disc.topLeft() + QPointF(x, y) * size; };
    if (same) {
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF{at(0.28, 0.52), at(0.44, 0.68), at(0.73, 0.34)});
    } else {
        painter.drawLine(at(0.33, 0.33), at(0.67, 0.67));
        painter.drawLine(at(0.33, 0.67), at(0.67, 0.33));
    }
    return size;
}

void paint_header(QPainter& painter, const CardGeometry& card, Detail detail,
                  const StageScene& scene, Rank rank, const Theme& theme) {
    const double u = theme.unit;
    if (detail == Detail::bars) {
        const QFont font = theme.font(1, true);
        paint_line(painter, card.header, Qt::AlignLeft, font, theme.text,
                   fitting(font, card.header.width(), {device_name(rank), QString::number(rank)}));
        return;
    }
    QRectF line = card.header.adjusted(u * 0.15, u * 0.1, 0, 0);
    line.setLeft(line.left() + u * 0.5 +
                 paint_line(painter, line, Qt::AlignLeft, theme.font(1.04, true), theme.text,
                            device_name(rank)));
    const bool compared = scene.frame->identical.has_value() && scene.info->kind == RunKind::train;
    if (compared)
        line.setLeft(line.left() + u * 0.5 +
                     paint_badge(painter, QPointF(line.left(), line.center().y()),
                                 !differs(scene, rank), theme));
    const auto& places = scene.info->placement.ranks;
    if (static_cast<std::size_t>(rank) >= places.size()) return;
    // In a narrow card smaller, then not at all: half a label tells nothing.
    const QString label = QString::fromStdString(places[static_cast<std::size_t>(rank)].label);
    for (const double size : {0.86, 0.74})
        if (text_width(theme.font(size), label) <= line.width()) {
            paint_line(painter, line, Qt::AlignRight, theme.font(size), theme.muted, label);
            return;
        }
}

// Memory as a small bar on a scale common to all cards, its size beside it. Returns what is left of
// the line.
QRectF paint_memory(QPainter& painter, QRectF line, const StageScene& scene, Rank rank, bool words,
                    const Theme& theme) {
    const double u = theme.unit;
    const MemoryUse& memory = record_of(scene, rank).memory;
    std::int64_t most = 1;
    for (const RankRecord& other : scene.frame->ranks) most = std::max(most, total(other.memory));
    if (words) {
        const QString text = bytes_text(static_cast<double>(total(memory)));
        line.setRight(
            line.right() - u * 0.4 -
            paint_line(painter, line, Qt::AlignRight, theme.font(0.82), theme.muted, text));
    }
    const double full = std::min(u * 3.2, line.width() * 0.3);
    double x = line.right() - full;
    painter.setPen(Qt::NoPen);
    for (int c = 0; c < memory_categories; ++c) {
        const double width = full * static_cast<double>(memory[static_cast<std::size_t>(c)]) /
                             static_cast<double>(most);
        painter.setBrush(theme.memory_color(static_cast<MemoryCategory>(c)));
        painter.drawRect(QRectF(x, line.center().y() - u * 0.25, width, u * 0.5));
        x += width;
    }
    line.setRight(line.right() - full - u * 0.5);
    return line;
}

// Loss and samples, from the fullest wording to the shortest. What the card says large is left out.
QStringList footer_texts(const StageScene& scene, const RankRecord& record) {
    const FramePhase phase = scene.frame->phase;
    QStringList texts;
    QString samples;
    if (scene.frame->batch > 0 && phase != FramePhase::shard)
        samples = record.samples == 1
                      ? CardPainterWords::tr("1 sample")
                      : CardPainterWords::tr("%1 samples").arg(integer_text(record.samples));
    if (record.loss && phase != FramePhase::forward)
        for (const int digits : {7, 5, 4})
            texts << CardPainterWords::tr("loss %1").arg(number_text(*record.loss, digits));
    if (texts.isEmpty()) return {samples};
    if (!samples.isEmpty()) texts.prepend(texts[1] + QStringLiteral(" · ") + samples);
    return texts;
}

void paint_footer(QPainter& painter, const QRectF& area, const StageScene& scene, Rank rank,
                  const Theme& theme) {
    const RankRecord& record = record_of(scene, rank);
    const QFont font = theme.font(0.86);
    const QStringList texts = footer_texts(scene, record);
    QRectF line = area;
    if (total(record.memory) > 0) {
        // A narrow card keeps its words for the loss: the bar tells the memory.
        const bool words = area.width() - theme.unit * 9 >= text_width(font, texts.back());
        line = paint_memory(painter, area, scene, rank, words, theme);
    }
    paint_line(painter, line, Qt::AlignLeft, font, theme.muted, fitting(font, line.width(), texts));
}

// The global batch as N pieces, this rank's own in its colour.
void paint_shards(QPainter& painter, const QRectF& area, const StageScene& scene, Rank rank,
                  const Theme& theme) {
    const double batch = static_cast<double>(std::max<std::int64_t>(1, scene.frame->batch));
    double x = area.left();
    for (Rank r = 0; r < scene.info->world_size; ++r) {
        const double width =
            area.width() * static_cast<double>(record_of(scene, r).samples) / batch;
        const QRectF part(x, area.top(), std::max(0.0, width - theme.unit * 0.12), area.height());
        x += width;
        if (r == rank) {
            paint_rank_patch(painter, part, r, theme, theme.unit * 0.12);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.border);
            painter.drawRoundedRect(part, theme.unit * 0.12, theme.unit * 0.12);
        }
    }
}

void paint_statement(QPainter& painter, const CardGeometry& card, const StageScene& scene,
                     Rank rank, const Theme& theme) {
    const double u = theme.unit;
    QRectF area = card.header;
    area.setTop(card.header.bottom());
    area.setBottom(card.footer.isEmpty() ? card.card.bottom() - u * 0.8 : card.footer.top());
    const Statement statement = statement_of(scene, rank, theme);
    const bool shard = scene.frame->phase == FramePhase::shard;
    const double height = u * (statement.small.isEmpty() || area.height() < u * 3 ? 1.6
                               : shard                                            ? 4.0
                                                                                  : 2.9);
    double y = area.center().y() - height / 2;
    const QFont font = theme.mono_font(card.footer.isEmpty() ? 1 : 1.25, true);
    paint_line(painter, QRectF(area.left(), y, area.width(), u * 1.6), Qt::AlignHCenter, font,
               statement.color, fitting(font, area.width(), {statement.big, statement.brief}));
    if (height > u * 2)
        paint_line(painter, QRectF(area.left(), y + u * 1.6, area.width(), u * 1.3),
                   Qt::AlignHCenter, theme.font(0.86), theme.muted,
                   fitting(theme.font(0.86), area.width(), {statement.small, statement.smaller}));
    if (shard && height > u * 3)
        paint_shards(painter, QRectF(area.left(), y + u * 3.3, area.width(), u * 0.65), scene, rank,
                     theme);
}

void paint_cells(QPainter& painter, const CardGeometry& card, Detail detail,
                 const StageScene& scene, const SceneCells& cells, Rank rank, int told_chunk,
                 const Theme& theme) {
    for (int c = 0; c < cells.chunks; ++c) {
        const QRectF& area = card.cells[static_cast<std::size_t>(c)];
        CellStyle style{detail,
                        cells.world_size,
                        rank,
                        c == told_chunk,
                        scene.selected == CellRef{rank, c},
                        cells.largest};
        paint_cell(painter, area, cells.at(rank, c), style, theme);
        if (detail == Detail::full)
            paint_line(painter, QRectF(area.left(), area.bottom(), area.width(), theme.unit * 1.4),
                       Qt::AlignHCenter, theme.font(0.8), theme.muted,
                       QStringLiteral("c%1").arg(c));
    }
}

}  // namespace

Statement statement_of(const StageScene& scene, Rank rank, const Theme& theme) {
    using Words = CardPainterWords;
    const Frame& frame = *scene.frame;
    const RankRecord& record = record_of(scene, rank);
    if (frame.phase == FramePhase::shard)
        return {record.samples == 1 ? Words::tr("1 sample")
                                    : Words::tr("%1 samples").arg(integer_text(record.samples)),
                integer_text(record.samples),
                Words::tr("of %1 in this batch").arg(integer_text(frame.batch)),
                Words::tr("of %1").arg(integer_text(frame.batch)), theme.text};
    if (frame.phase == FramePhase::forward && !record.loss)
        return {Words::tr("no samples"), QStringLiteral("–"), {}, {}, theme.text};
    if (frame.phase == FramePhase::forward)
        return {Words::tr("loss %1").arg(number_text(*record.loss, 7)),
                number_text(*record.loss, 4), Words::tr("mean over its own samples"),
                Words::tr("own samples"), theme.text};
    const bool training = scene.info->kind == RunKind::train;
    if (frame.identical && training) {
        const bool start = frame.phase == FramePhase::start;
        const QString digest = digest_text(record.digest);
        return {digest.left(9), digest.left(4), Words::tr("digest of its parameters"),
                Words::tr("digest"),
                start                  ? theme.text
                : differs(scene, rank) ? theme.bad
                                       : theme.good};
    }
    const QString bytes = bytes_text(static_cast<double>(record.bytes_sent));
    return {Words::tr("sent %1").arg(bytes), bytes, {}, {}, theme.text};
}

void paint_card(QPainter& painter, const CardGeometry& card, Detail detail, const StageScene& scene,
                const SceneCells& cells, Rank rank, int told_chunk, const Theme& theme) {
    const double u = theme.unit;
    const double radius = detail == Detail::bars ? u * 0.25 : u * 0.75;
    if (detail != Detail::bars) paint_shadow(painter, card.card, radius, theme);
    painter.setBrush(theme.surface);
    painter.setPen(
        QPen(differs(scene, rank) ? theme.bad : theme.strong_border, std::max(0.6, u * 0.09)));
    painter.drawRoundedRect(card.card, radius, radius);
    const double bar = detail == Detail::bars ? u * 0.2 : u * 0.42;
    paint_rank_patch(painter, QRectF(card.card.left(), card.card.top(), bar, card.card.height()),
                     rank, theme, bar / 2);
    paint_header(painter, card, detail, scene, rank, theme);
    if (cells.drawn)
        paint_cells(painter, card, detail, scene, cells, rank, told_chunk, theme);
    else
        paint_statement(painter, card, scene, rank, theme);
    if (!card.footer.isEmpty()) paint_footer(painter, card.footer, scene, rank, theme);
}

}  // namespace ringscope
