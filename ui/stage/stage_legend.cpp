#include "ui/stage/stage_legend.h"

#include <QCoreApplication>
#include <QPainter>
#include <vector>

#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/theme/rank_patch.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct LegendWords {
    Q_DECLARE_TR_FUNCTIONS(StageLegend)
};

struct LegendItem {
    Rank rank = -1;  // -1: `fill` and `rim` instead of a rank's patch
    QColor fill, rim;
    QString text;
    QRectF mark, words;
};

constexpr int most_named = 16;

std::vector<LegendItem> legend_items(const RunInfo& info, const Theme& theme) {
    std::vector<LegendItem> items;
    for (Rank r = 0; r < info.world_size && info.world_size <= most_named; ++r)
        items.push_back({r, {}, {}, device_name(r), {}, {}});
    items.push_back({-1,
                     theme.surface,
                     theme.strong_border,
                     info.world_size <= most_named
                         ? LegendWords::tr("marks in a cell: devices summed in")
                         : LegendWords::tr("the fuller a cell, the more devices are summed in"),
                     {},
                     {}});
    if (info.world_size > 1)
        items.push_back({-1,
                         theme.good_soft,
                         theme.good,
                         LegendWords::tr("complete: all %1 devices").arg(info.world_size),
                         {},
                         {}});
    return items;
}

// From left to right, broken into lines; returns the height.
double flow_items(std::vector<LegendItem>& items, const QRectF& area, const Theme& theme) {
    const double u = theme.unit, mark = 0.75 * u, line = 1.45 * u;
    const QFont font = theme.font(0.84);
    double x = area.left(), y = area.top();
    for (LegendItem& item : items) {
        const double width = mark + 0.4 * u + text_width(font, item.text) + 1;
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += line;
        }
        item.mark = QRectF(x, y + (line - mark) / 2, mark, mark);
        item.words = QRectF(x + mark + 0.4 * u, y, width - mark - 0.4 * u, line);
        x += width + u;
    }
    return y + line - area.top();
}

}  // namespace

double stage_legend_height(const RunInfo& info, double width, const Theme& theme) {
    std::vector<LegendItem> items = legend_items(info, theme);
    return flow_items(items, QRectF(0, 0, width, 0), theme);
}

void paint_stage_legend(QPainter& painter, const QRectF& area, const RunInfo& info,
                        const Theme& theme) {
    std::vector<LegendItem> items = legend_items(info, theme);
    flow_items(items, area, theme);
    const double radius = 0.15 * theme.unit;
    for (const LegendItem& item : items) {
        if (item.rank >= 0) {
            paint_rank_patch(painter, item.mark, item.rank, theme, radius);
        } else {
            painter.setBrush(item.fill);
            painter.setPen(QPen(item.rim, 0.08 * theme.unit));
            painter.drawRoundedRect(item.mark, radius, radius);
        }
        paint_line(painter, item.words, Qt::AlignLeft, theme.font(0.84), theme.muted, item.text);
    }
}

}  // namespace ringscope
