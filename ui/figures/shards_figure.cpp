#include "ui/figures/shards_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/train/batches.h"
#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/figures/plane.h"
#include "ui/theme/rank_patch.h"
#include "ui/theme/theme.h"

namespace ringscope {

namespace {

struct ShardsWords {
    Q_DECLARE_TR_FUNCTIONS(Shards)
};

constexpr int most_cells = 1024;  // of the strip; a larger batch is told by its sizes

}  // namespace

ShardsData shards_data(const TrainingSpec& spec, const std::shared_ptr<const Dataset>& data,
                       std::int64_t iteration) {
    ShardsData shards;
    shards.iteration = iteration;
    shards.sharding = spec.sharding;
    shards.ranks = shard_samples(spec, data->train.count, iteration);
    if (spec.model.shape.sizes.front() == 2) shards.plane = data;
    // The batch's order again: shards are runs of it, or every N-th.
    std::size_t count = 0;
    for (const auto& rank : shards.ranks) count += rank.size();
    shards.batch.resize(count);
    shards.owner.resize(count);
    std::size_t before = 0;
    for (std::size_t r = 0; r < shards.ranks.size(); ++r) {
        for (std::size_t i = 0; i < shards.ranks[r].size(); ++i) {
            const std::size_t place =
                spec.sharding == Sharding::strided ? r + i * shards.ranks.size() : before + i;
            shards.batch[place] = shards.ranks[r][i];
            shards.owner[place] = static_cast<int>(r);
        }
        before += shards.ranks[r].size();
    }
    return shards;
}

QString ShardsFigure::title() const { return ShardsWords::tr("Who got which samples"); }

QString ShardsFigure::rank_text(std::size_t rank) const {
    const auto& shard = data_.ranks[rank];
    if (shard.empty()) return ShardsWords::tr("none");
    return integer_text(std::ssize(shard));
}

QString ShardsFigure::description() const {
    QStringList parts;
    for (std::size_t r = 0; r < data_.ranks.size(); ++r)
        parts << ShardsWords::tr("device %1: %2").arg(r).arg(rank_text(r));
    return ShardsWords::tr("Iteration %1, %2 samples, %3: %4")
        .arg(integer_text(data_.iteration), integer_text(std::ssize(data_.batch)),
             data_.sharding == Sharding::strided ? ShardsWords::tr("strided")
                                                 : ShardsWords::tr("contiguous"),
             parts.join(QStringLiteral(", ")));
}

QString ShardsFigure::csv() const {
    QString text = QStringLiteral("place,sample,rank\n");
    for (std::size_t i = 0; i < data_.batch.size(); ++i)
        text += QStringLiteral("%1,%2,%3\n").arg(i).arg(data_.batch[i]).arg(data_.owner[i]);
    return text;
}

void ShardsFigure::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double u = theme.unit;
    QRectF room = area.adjusted(0.4 * u, 0, -0.4 * u, 0);
    const QString heading =
        ShardsWords::tr("batch of iteration %1: %2 samples, %3")
            .arg(integer_text(data_.iteration), integer_text(std::ssize(data_.batch)),
                 data_.sharding == Sharding::strided ? ShardsWords::tr("strided")
                                                     : ShardsWords::tr("contiguous"));
    paint_line(painter, QRectF(room.left(), room.top(), room.width(), 1.6 * u), Qt::AlignLeft,
               theme.font(0.88), theme.muted, heading);
    room.setTop(room.top() + 1.9 * u);
    room.setTop(room.top() + paint_strip(painter, room, theme) + 0.7 * u);
    room.setTop(room.top() + paint_sizes(painter, room, theme) + 0.6 * u);
    if (data_.plane && room.height() > 4 * u) paint_plane(painter, room, theme);
    painter.restore();
}

// A cell a sample, in the batch's order. Returns the height used.
double ShardsFigure::paint_strip(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const double u = theme.unit;
    const int count = static_cast<int>(data_.batch.size());
    if (count == 0) return 0;
    const int shown = std::min(count, most_cells);
    const double most = data_.plane ? 0.25 * area.height() : 0.6 * area.height();
    // The fewest rows in which cells are still to be told apart, within a quarter of the height.
    int columns = std::min(shown, static_cast<int>(area.width() / (1.5 * u)));
    while (std::ceil(shown / static_cast<double>(columns)) *
                   std::min(1.5 * u, area.width() / columns) >
               most &&
           columns < shown)
        ++columns;
    const double side = std::min(1.5 * u, area.width() / columns);
    for (int i = 0; i < shown; ++i) {
        const int column = i % columns, row = i / columns;
        const QRectF cell(area.left() + column * side, area.top() + row * side, side, side);
        const double gap = std::min(0.08 * u, 0.08 * side);
        const int rank = data_.owner[static_cast<std::size_t>(i)];
        const QRectF inside = cell.adjusted(gap, gap, -gap, -gap);
        if (side < 0.6 * u) {
            painter.fillRect(inside, theme.rank_color(rank));
            continue;
        }
        paint_rank_patch(painter, inside, rank, theme, 0.15 * side);
    }
    const double used = std::ceil(shown / static_cast<double>(columns)) * side;
    if (shown == count) return used;
    paint_line(painter, QRectF(area.left(), area.top() + used, area.width(), 1.5 * u),
               Qt::AlignLeft, theme.font(0.85), theme.muted,
               ShardsWords::tr("and %1 more").arg(integer_text(count - shown)));
    return used + 1.5 * u;
}

// Each rank's name, mark and number of samples, in columns.
double ShardsFigure::paint_sizes(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const double u = theme.unit;
    const QFont font = theme.font(0.88);
    double widest = 0;
    std::vector<QString> texts;
    for (std::size_t r = 0; r < data_.ranks.size(); ++r) {
        texts.push_back(ShardsWords::tr("Device %1: %2").arg(r).arg(rank_text(r)));
        widest = std::max(widest, text_width(font, texts.back()));
    }
    const double column = widest + 3 * u;
    const int columns = std::max(1, static_cast<int>(area.width() / column));
    for (std::size_t r = 0; r < texts.size(); ++r) {
        const int at = static_cast<int>(r), row = at / columns;
        const QRectF line(area.left() + (at % columns) * column, area.top() + row * 1.5 * u, column,
                          1.5 * u);
        if (data_.plane) {
            painter.setPen(QPen(theme.surface, 0.06 * u));
            painter.setBrush(theme.rank_color(at));
            paint_mark(painter, QPointF(line.left() + 0.5 * u, line.center().y()), 0.8 * u, at);
        } else {
            paint_rank_patch(
                painter,
                QRectF(line.left() + 0.1 * u, line.center().y() - 0.4 * u, 0.8 * u, 0.8 * u), at,
                theme, 0.15 * u);
        }
        paint_line(painter, line.adjusted(1.4 * u, 0, 0, 0), Qt::AlignLeft, font,
                   data_.ranks[r].empty() ? theme.warning : theme.text, texts[r]);
    }
    return std::ceil(static_cast<double>(texts.size()) / columns) * 1.5 * u;
}

void ShardsFigure::paint_plane(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const double u = theme.unit;
    const Samples& samples = data_.plane->train;
    const PlaneMap map(plane_extent(samples), area);
    painter.setPen(QPen(theme.border, 0.07 * u));
    painter.setBrush(theme.sunken);
    painter.drawRoundedRect(map.area, 0.4 * u, 0.4 * u);
    const auto point = [&](std::int64_t sample) {
        const auto i = static_cast<std::size_t>(2 * sample);
        return map(samples.x[i], samples.x[i + 1]);
    };
    // The samples of other batches, so that the batch is seen as a part.
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.strong_border);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(samples.count, 4000); ++i)
        painter.drawEllipse(point(i), 0.12 * u, 0.12 * u);
    const double size =
        std::clamp(
            14.0 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, data_.batch.size()))),
            0.4, 0.9) *
        u;
    for (std::size_t i = 0; i < data_.batch.size(); ++i) {
        painter.setPen(QPen(theme.surface, 0.06 * u));
        painter.setBrush(theme.rank_color(data_.owner[i]));
        paint_mark(painter, point(data_.batch[i]), size, data_.owner[i]);
    }
}

}  // namespace ringscope
