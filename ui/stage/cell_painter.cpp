#include <QCoreApplication>
#include <QPainter>
#include <bit>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/card_painter.h"

namespace ringscope {

namespace {

struct CellWords {
    Q_DECLARE_TR_FUNCTIONS(Cell)
};

QPen cell_outline(const CellView& cell, const CellStyle& style, const Theme& theme) {
    const double thick = theme.unit * 0.15;
    switch (cell.mark) {
        case CellMark::receives: {
            QPen pen(theme.accent, thick, Qt::CustomDashLine, Qt::FlatCap);
            pen.setDashPattern({2.2, 1.5});
            return pen;
        }
        case CellMark::received: return {theme.accent, thick};
        case CellMark::sends: return {theme.rank_color(style.owner), thick};
        case CellMark::none: break;
    }
    return {theme.strong_border, std::max(0.6, theme.unit * 0.07)};
}

QColor cell_fill(const CellView& cell, const CellStyle& style, const Theme& theme) {
    if (cell.bad_count > 0) return theme.bad_soft;
    if (cell.stale) return theme.warning_soft;
    if (style.told && cell.mark != CellMark::none && cell.mark != CellMark::sends)
        return theme.accent_soft;
    if (cell.complete && style.world_size > 1) return theme.good_soft;
    return theme.sunken;
}

// One colour a rank from below, or how many of them when there are too many to tell apart.
void paint_bar(QPainter& painter, const QRectF& area, const CellView& cell, const CellStyle& style,
               const Theme& theme) {
    const int n = style.world_size;
    painter.setPen(Qt::NoPen);
    painter.setBrush(cell.bad_count > 0 ? theme.bad_soft : theme.border);
    painter.drawRect(area);
    const int count = std::popcount(cell.ranks);
    if (cell.bad_count > 0 || (cell.complete && n > 16)) {
        painter.setBrush(cell.bad_count > 0 ? theme.bad : theme.good);
        painter.drawRect(area);
    } else if (n <= 16) {
        const double slice = area.height() / n;
        int above = 0;
        for (Rank r = 0; r < n; ++r)
            if ((cell.ranks >> r) & 1) {
                ++above;
                painter.setBrush(theme.rank_color(r));
                painter.drawRect(
                    QRectF(area.left(), area.bottom() - above * slice, area.width(), slice));
            }
    } else if (count > 0) {
        QColor color = count == 1 ? theme.rank_color(style.owner) : theme.accent;
        if (count > 1) color.setAlphaF(static_cast<float>(0.25 + 0.75 * count / n));
        painter.setBrush(color);
        painter.drawRect(area);
    }
    if (cell.mark != CellMark::none) {
        const double stroke = std::max(0.5, theme.unit * 0.09);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(
            cell.mark == CellMark::sends ? theme.rank_color(style.owner) : theme.accent, stroke));
        painter.drawRect(area.adjusted(-stroke / 2, -stroke / 2, stroke / 2, stroke / 2));
    }
}

void paint_value(QPainter& painter, const QRectF& area, const CellView& cell, const Theme& theme,
                 double size) {
    const double em = 0.61;  // width of a digit of the monospaced font, in its size
    const double room = area.width() / (theme.unit * em);
    // Fewer digits first, smaller digits second: but five digits are shown as they are.
    const int chars = std::max(5, static_cast<int>(room / size));
    QString text = cell_text(cell, std::min(chars, 9));
    const double fitting =
        std::min(size, room / static_cast<double>(std::max<qsizetype>(1, text.size())));
    // Fonts come in whole pixels: down, so that no digit is cut.
    const double pixels = std::max(1.0, std::floor(fitting * theme.unit));
    const QColor color = !cell.known || cell.count == 0 ? theme.muted
                         : cell.bad_count > 0           ? theme.bad
                                                        : theme.text;
    paint_line(painter, area, Qt::AlignCenter, theme.mono_font(pixels / theme.unit, true), color,
               text);
}

// Several numbers do not fit into a cell: their shape does, on one scale for the whole stage.
void paint_bars(QPainter& painter, const QRectF& area, const CellView& cell, const CellStyle& style,
                const Theme& theme) {
    const double middle = area.center().y(), reach = area.height() * 0.5;
    const double slot = area.width() / static_cast<double>(cell.bars.size());
    const double thin = std::max(0.5, theme.unit * 0.05);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.strong_border);
    painter.drawRect(QRectF(area.left(), middle - thin / 2, area.width(), thin));
    painter.setBrush(theme.text);
    for (std::size_t i = 0; i < cell.bars.size(); ++i) {
        const double height = style.largest > 0 ? cell.bars[i] / style.largest * reach : 0;
        painter.drawRect(QRectF(area.left() + slot * (static_cast<double>(i) + 0.15), middle,
                                slot * 0.7, -height)
                             .normalized());
    }
}

}  // namespace

QString cell_text(const CellView& cell, int max_chars) {
    if (!cell.known) return QStringLiteral("?");
    if (cell.count == 0) return QStringLiteral("–");
    if (cell.first.empty()) return QStringLiteral("…");
    // A bad number anywhere in the chunk is what has to be seen.
    float shown = cell.first.front();
    if (cell.bad_count > 0)
        for (const float value : cell.first)
            if (!std::isfinite(value)) shown = value;
    const bool hidden = cell.bad_count > 0 && std::isfinite(shown);
    if (hidden) return QStringLiteral("NaN…");
    if (cell.count > 1 && cell.bad_count == 0)
        return QStringLiteral("×%1").arg(integer_text(cell.count));
    return number_text(shown, max_chars);
}

void paint_shadow(QPainter& painter, const QRectF& area, double radius, const Theme& theme) {
    painter.setPen(Qt::NoPen);
    const double step = theme.unit * 0.07;
    // Opaque: Qt shares every large translucent fill out among threads, which takes longer than the
    // fill where the other cores train.
    const float one = theme.dark ? 0.14F : 0.035F;
    float light = 1;
    for (int i = 3; i >= 1; --i) {
        light *= 1 - one;
        const QColor& ground = theme.surface;
        painter.setBrush(QColor::fromRgbF(ground.redF() * light, ground.greenF() * light,
                                          ground.blueF() * light));
        const double grow = step * (i - 1);
        painter.drawRoundedRect(area.adjusted(-grow, 0, grow, step * 1.3 * i), radius + grow,
                                radius + grow);
    }
}

void paint_pips(QPainter& painter, const QRectF& area, std::uint64_t ranks, int world_size,
                const Theme& theme) {
    if (world_size > 16) {
        const double share = std::popcount(ranks) / static_cast<double>(world_size);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.border);
        painter.drawRect(area);
        painter.setBrush(share >= 1 ? theme.good : theme.accent);
        painter.drawRect(QRectF(area.left(), area.top(), area.width() * share, area.height()));
        return;
    }
    // Small and many: plain rectangles are as clear and ten times as fast.
    if (world_size > 5) {
        const double width = area.width() / world_size;
        painter.fillRect(area, theme.border);
        for (Rank r = 0; r < world_size; ++r)
            if ((ranks >> r) & 1)
                painter.fillRect(
                    QRectF(area.left() + r * width, area.top(), width * 0.9, area.height()),
                    theme.rank_color(r));
        return;
    }
    const double gap = std::min(theme.unit * 0.13, area.width() / world_size * 0.22);
    const double width = (area.width() - gap * (world_size - 1)) / world_size;
    const double radius = std::min(theme.unit * 0.11, width * 0.2);
    const double stroke = std::max(0.4, theme.unit * 0.06);
    for (Rank r = 0; r < world_size; ++r) {
        const bool in = (ranks >> r) & 1;
        const QRectF pip(area.left() + r * (width + gap), area.top(), width, area.height());
        const QColor color = in ? theme.rank_color(r) : theme.strong_border;
        painter.setPen(QPen(color, stroke));
        painter.setBrush(in ? QBrush(color) : QBrush(theme.surface));
        painter.drawRoundedRect(pip, radius, radius);
    }
}

void paint_cell(QPainter& painter, const QRectF& area, const CellView& cell, const CellStyle& style,
                const Theme& theme) {
    const double u = theme.unit, radius = u * 0.46;
    if (style.detail == Detail::bars) {
        paint_bar(painter, area, cell, style, theme);
    } else {
        painter.setBrush(cell_fill(cell, style, theme));
        painter.setPen(cell_outline(cell, style, theme));
        painter.drawRoundedRect(area, radius, radius);
        const bool full = style.detail == Detail::full;
        const double side = u * (full ? 0.4 : 0.3);
        const double height = u * (full ? 0.46 : 0.34), below = u * (full ? 0.38 : 0.3);
        const double most = u * 1.1 * style.world_size;  // few ranks, wide cell: pips, not planks
        const double width = std::min(area.width() - 2 * side, most);
        const QRectF pips(area.center().x() - width / 2, area.bottom() - below - height, width,
                          height);
        paint_pips(painter, pips, cell.ranks, style.world_size, theme);
        QRectF value(area.left() + side * 0.6, area.top(), area.width() - side * 1.2,
                     pips.top() - area.top());
        value.translate(0, u * (full ? 0.12 : 0.08));
        const bool several = cell.known && cell.count > 1;
        if (several && cell.bad_count == 0)
            paint_bars(painter,
                       value.adjusted(u * 0.15, full ? u * 0.62 : u * 0.2, -u * 0.15, -u * 0.12),
                       cell, style, theme);
        else
            paint_value(painter, value, cell, theme, full ? 1.04 : 1.0);
        if (full && cell.stale)
            paint_line(painter,
                       QRectF(area.left() + u * 0.3, area.top() + u * 0.12, area.width(), u * 0.9),
                       Qt::AlignLeft, theme.font(0.66, true), theme.warning,
                       CellWords::tr("stale"));
        if (full && several)
            paint_line(painter,
                       QRectF(area.left(), area.top() + u * 0.12, area.width() - u * 0.3, u * 0.9),
                       Qt::AlignRight, theme.font(0.66), theme.muted,
                       QStringLiteral("×%1").arg(integer_text(cell.count)));
    }
    if (style.selected) {
        const double out = u * 0.2;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, std::max(1.0, u * 0.13)));
        painter.drawRoundedRect(area.adjusted(-out, -out, out, out), radius + out, radius + out);
    }
}

}  // namespace ringscope
