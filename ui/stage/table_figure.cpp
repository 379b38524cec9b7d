#include "ui/stage/table_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/trace/flaw.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/arrow.h"
#include "ui/stage/caption.h"
#include "ui/stage/card_painter.h"
#include "ui/theme/rank_patch.h"

namespace ringscope {

namespace {

struct TableFigureWords {
    Q_DECLARE_TR_FUNCTIONS(Table)
};

// Rows of ranks, columns of chunks; between two rows lies the lane in which chunks move down.
struct Grid {
    Detail detail = Detail::full;
    double unit = 13;  // text in the cells
    QRectF head;       // chunk names
    double label_width = 0, column = 0, cell_width = 0, pitch = 0, cell_height = 0, top = 0,
           left = 0;
    double right = 0;  // of what may be drawn on
    int ranks = 1, chunks = 0;

    QRectF cell(int rank, int chunk) const {
        return {left + label_width + chunk * column, top + rank * pitch, cell_width, cell_height};
    }
    QRectF label(int rank) const { return {left, top + rank * pitch, label_width, cell_height}; }
    QRectF row(int rank) const {
        return {left + label_width, top + rank * pitch, chunks * column - (column - cell_width),
                cell_height};
    }
};

Grid grid_of(int ranks, int chunks, const QRectF& body, const Theme& theme) {
    Grid g;
    g.ranks = ranks;
    g.chunks = std::max(1, chunks);
    const double u = theme.unit;
    const double lane =
        ranks > 1 ? 1.0 : 0.0;  // the way out below the last row and in above the first
    const double head = ranks > 24 ? u * 1.2 : u * 2;
    g.pitch = std::min((body.height() - head) / (ranks + lane * 0.8), 7.5 * u);
    g.cell_height = g.pitch * (ranks > 16 ? 0.78 : 0.56);
    g.label_width = std::min(7.5 * u, body.width() * 0.16);
    g.column = std::min((body.width() - g.label_width) / g.chunks, 9.5 * u);
    g.cell_width = g.column - std::min(u * 0.8, g.column * 0.14);
    const double width = g.label_width + g.column * g.chunks;
    const double height = head + g.pitch * (ranks + lane * 0.8);
    g.left = body.left() + (body.width() - width) / 2;
    g.right = body.right();
    g.head = QRectF(g.left + g.label_width, body.top() + (body.height() - height) / 2,
                    g.column * g.chunks, head);
    g.top = g.head.bottom() + (ranks > 1 ? (g.pitch - g.cell_height) * 0.9 : 0);
    const double full = std::min(g.cell_height / 3.4, g.cell_width / 3.5);
    const double compact = std::min(g.cell_height / 2.1, g.cell_width / 2.9);
    if (full >= 10) {
        g.unit = std::min(full, 1.5 * u);
    } else if (compact >= 7) {
        g.detail = Detail::compact;
        g.unit = std::min(compact, 1.2 * u);
    } else {
        g.detail = Detail::bars;
        g.unit = std::min(g.cell_height, u);
    }
    return g;
}

void paint_labels(QPainter& painter, const Grid& g, const Theme& theme) {
    const double u = theme.unit;
    for (int c = 0; c < g.chunks; ++c) {
        if (g.column < u * 1.4 && c % 8 != 0) continue;
        const QRectF area(g.cell(0, c).left() - (g.column < u * 1.4 ? u : 0), g.head.top(),
                          g.cell_width + (g.column < u * 1.4 ? 2 * u : 0), g.head.height());
        paint_line(painter, area, Qt::AlignHCenter, theme.font(0.92, true), theme.muted,
                   QStringLiteral("c%1").arg(c));
    }
    for (Rank r = 0; r < g.ranks; ++r) {
        QRectF label = g.label(r);
        const double bar = u * 0.42;
        paint_rank_patch(painter, QRectF(label.left(), label.top(), bar, label.height()), r, theme,
                         bar / 2);
        label.setLeft(label.left() + bar + u * 0.6);
        const double size = std::min(1.0, g.pitch * 0.95 / u);
        const QString full = device_name(r);
        const QFont font = theme.font(size, true);
        paint_line(painter, label, Qt::AlignLeft, font, theme.text,
                   text_width(font, full) <= label.width() ? full : QString::number(r));
    }
}

QString moving_text(const Frame& frame, const TransferRecord& record) {
    CellView sent;
    sent.known = true;
    sent.count = record.chunk.count;
    if (record.sent)
        sent.first =
            record.sent->whole.empty()
                ? record.sent->summary.first
                : std::vector<float>(record.sent->whole.begin(), record.sent->whole.begin() + 1);
    const bool add = record.report.transfer.op == TransferOp::add;
    if (record.sent) sent.bad_count = record.sent->summary.nan_count;
    const QString stale = flaw_of(frame, record).stale
                              ? QStringLiteral(" ") + TableFigureWords::tr("stale")
                              : QString();
    return (add ? QStringLiteral("+= ") : QStringLiteral("= ")) + cell_text(sent, 7) + stale;
}

void paint_moving(QPainter& painter, const QPointF& center, const Frame& frame,
                  const TransferRecord& record, const Grid& g, const Theme& theme) {
    const double u = std::min(theme.unit, (g.pitch - g.cell_height) / 1.7);
    const Theme small = theme.with_unit(u);
    const QString text = moving_text(frame, record);
    const QFont font = small.mono_font(0.9, true);
    const double width = std::min(g.column, text_width(font, text) + u);
    const QRectF area(center.x() - width / 2, center.y() - u * 0.75, width, u * 1.5);
    painter.setPen(QPen(theme.rank_color(record.report.transfer.from), u * 0.13));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(area, u * 0.5, u * 0.5);
    paint_line(painter, area.adjusted(u * 0.2, 0, -u * 0.2, 0), Qt::AlignHCenter, font, theme.text,
               text);
}

// The way of a transfer in its column: one or two lines, from the sender to the receiver.
struct Way {
    std::vector<QPolygonF> lines;
    bool beside = false;  // the cells, not in the lane between two rows
};

// To the next row: through the lane between them. Round the ring from the last row to the first:
// out below the table and in above it. To any other row: in an arc beside the column.
Way way_of(const Transfer& t, const Grid& g, bool ring, const Theme& theme) {
    const QRectF sender = g.cell(t.from, t.chunk), receiver = g.cell(t.to, t.chunk);
    const double lane = g.pitch - g.cell_height, rim = std::min(lane * 0.08, theme.unit * 0.2);
    const QPointF out(sender.center().x(), sender.bottom() + rim);
    const QPointF in(receiver.center().x(), receiver.top() - rim);
    if (t.to == t.from + 1) return {{QPolygonF{out, in}}};
    if (ring) {
        const QPointF reach(0, lane * 0.85);
        return {{QPolygonF{out, out + reach}, QPolygonF{in - reach, in}}};
    }
    const QPointF begin(sender.right() + rim, sender.center().y());
    const QPointF end(receiver.right() + rim, receiver.center().y());
    const double room = g.chunks == 1 ? g.right - sender.right() : g.column * 0.45;
    const double bulge = std::min(theme.unit + 0.35 * std::abs(t.to - t.from) * g.pitch, room);
    const QPointF control = (begin + end) / 2 + QPointF(2 * bulge, 0);
    QPolygonF arc;
    constexpr int parts = 32;
    for (int i = 0; i <= parts; ++i) {
        const double p = static_cast<double>(i) / parts;
        arc << begin * (1 - p) * (1 - p) + control * 2 * p * (1 - p) + end * p * p;
    }
    return {{arc}, true};
}

// Where on its way a token is. It fills most of a lane and never covers the cells at its ends.
QPointF token_center(const Way& way, double height, double progress) {
    const bool second = way.lines.size() > 1 && progress >= 0.5;
    const QPolygonF& line = way.lines[second ? 1 : 0];
    if (way.beside) return point_on(line, 0.12 + 0.76 * progress);
    const double length = line.back().y() - line.front().y();
    const double first = length > 0 ? std::min(0.5, height / 2 / length) : 0.5;
    return point_on(line, first + (1 - 2 * first) * progress);
}

void paint_ways(QPainter& painter, const Grid& g, const StageScene& scene, const Theme& theme) {
    constexpr std::ptrdiff_t most_arrows = 300;  // more are a grey blot
    if (std::ssize(scene.frame->transfers) > most_arrows) return;
    const double lane = g.pitch - g.cell_height;
    const double size = std::min({theme.unit, lane * 0.55, g.cell_width * 0.6});
    for (const TransferRecord& record : scene.frame->transfers)
        for (const QPolygonF& line : way_of(record.report.transfer, g, is_ring(scene), theme).lines)
            paint_arrow(painter, line, size, false, theme.faint);
}

void paint_moving_chunk(QPainter& painter, const TransferRecord& record, const Grid& g,
                        const StageScene& scene, const Theme& theme) {
    const Transfer& t = record.report.transfer;
    const bool ring = is_ring(scene);
    const Way way = way_of(t, g, ring, theme);
    const double lane = g.pitch - g.cell_height;
    const bool many =
        std::ssize(scene.frame->transfers) > scene.info->world_size || (!ring && g.chunks > 1);
    if (g.detail != Detail::bars && !many && lane > 1.3 * theme.unit) {
        const double height = 1.5 * std::min(theme.unit, lane / 1.7);
        paint_moving(painter, token_center(way, height, scene.progress), *scene.frame, record, g,
                     theme);
        return;
    }
    const double dot = std::clamp(lane * 0.45, 2.5, 0.7 * theme.unit);
    const QPointF center = token_center(way, dot, scene.progress);
    painter.setPen(QPen(theme.surface, dot * 0.15));
    painter.setBrush(theme.rank_color(t.from));
    painter.drawEllipse(center, dot / 2, dot / 2);
}

void paint_statement_row(QPainter& painter, const QRectF& row, const Statement& statement,
                         const Theme& theme) {
    const double u = theme.unit;
    painter.setPen(QPen(theme.strong_border, u * 0.07));
    painter.setBrush(theme.sunken);
    painter.drawRoundedRect(row, u * 0.46, u * 0.46);
    QRectF line = row.adjusted(u, 0, -u, 0);
    const double size = std::min(1.1, row.height() / u * 0.8);
    line.setLeft(line.left() + u * 1.2 +
                 paint_line(painter, line, Qt::AlignLeft, theme.mono_font(size, true),
                            statement.color, statement.big));
    paint_line(painter, line, Qt::AlignLeft, theme.font(std::min(0.92, size)), theme.muted,
               statement.small);
}

}  // namespace

std::vector<QRectF> TableFigure::cell_rects(const QRectF& body, const Theme& theme) const {
    std::vector<QRectF> cells;
    const Grid g = grid_of(scene().info->world_size, chunk_count(), body, theme);
    for (Rank r = 0; r < g.ranks; ++r)
        for (int c = 0; c < chunk_count(); ++c) cells.push_back(g.cell(r, c));
    return cells;
}

std::vector<QRectF> TableFigure::landmarks(const QRectF& body, const Theme& theme) const {
    const Grid g = grid_of(scene().info->world_size, chunk_count(), body, theme);
    std::vector<QRectF> rows;
    for (Rank r = 0; r < g.ranks; ++r) rows.push_back(g.label(r) | g.row(r));
    return rows;
}

void TableFigure::paint_body(QPainter& painter, const QRectF& body, const Theme& theme) const {
    const SceneCells cells = scene_cells(scene());
    const Grid g = grid_of(cells.world_size, cells.chunks, body, theme);
    paint_labels(painter, g, theme);
    if (!cells.drawn) {
        for (Rank r = 0; r < g.ranks; ++r)
            paint_statement_row(painter, g.row(r), statement_of(scene(), r, theme), theme);
        return;
    }
    const int told = told_transfer(scene());
    const auto& transfers = scene().frame->transfers;
    const Theme inner = theme.with_unit(g.unit);
    for (Rank r = 0; r < g.ranks; ++r)
        for (int c = 0; c < cells.chunks; ++c) {
            CellStyle style{g.detail,     g.ranks, r, false, scene().selected == CellRef{r, c},
                            cells.largest};
            if (told >= 0) {
                const Transfer& t = transfers[static_cast<std::size_t>(told)].report.transfer;
                style.told = t.chunk == c && (t.to == r || t.from == r);
            }
            paint_cell(painter, g.cell(r, c), cells.at(r, c), style, inner);
        }
    paint_ways(painter, g, scene(), theme);
}

void TableFigure::paint_moving(QPainter& painter, const QRectF& body, const Theme& theme) const {
    const Grid g = grid_of(scene().info->world_size, chunk_count(), body, theme);
    for (const TransferRecord& record : scene().frame->transfers)
        paint_moving_chunk(painter, record, g, scene(), theme);
}

}  // namespace ringscope
