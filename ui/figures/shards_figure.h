#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/train/spec.h"
#include "ui/figures/figure.h"

namespace ringscope {

// Which sample of the batch went to which rank.
struct ShardsData {
    std::int64_t iteration = 0;
    Sharding sharding = Sharding::contiguous;
    std::vector<std::vector<std::int64_t>> ranks;  // [rank]: sample numbers, in the shard's order
    std::vector<std::int64_t> batch;               // sample numbers in the batch's order
    std::vector<int> owner;                        // [place in the batch]
    // The training set where it has two inputs, else empty: points for the scatter.
    std::shared_ptr<const Dataset> plane;
};
ShardsData shards_data(const TrainingSpec& spec, const std::shared_ptr<const Dataset>& data,
                       std::int64_t iteration);

// The global batch, split: a strip of its samples in order, the shards' sizes, and for data in the
// plane the samples where they are. A rank is a colour, a pattern or shape, and a name.
class ShardsFigure : public Figure {
  public:
    explicit ShardsFigure(ShardsData data) : data_(std::move(data)) {}

    QString file_stem() const override { return QStringLiteral("shards"); }
    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override { return {44, data_.plane ? 40.0 : 22.0}; }
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    QString csv() const override;  // place in the batch, sample, rank

  private:
    double paint_strip(QPainter& painter, const QRectF& area, const Theme& theme) const;
    double paint_sizes(QPainter& painter, const QRectF& area, const Theme& theme) const;
    void paint_plane(QPainter& painter, const QRectF& area, const Theme& theme) const;
    QString rank_text(std::size_t rank) const;

    ShardsData data_;
};

}  // namespace ringscope
