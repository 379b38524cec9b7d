#pragma once

#include <memory>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/figure.h"

namespace ringscope {

// A collective as a paper exercise: what everyone starts with, and an empty table of rank x chunk
// for each step; or the same with the answers.
struct WorksheetData {
    Schedule schedule;
    // after[k][rank]: the bucket's values before step k; the last one: in the end. Worked out from
    // the start by the schedule, in float32 as the devices do it.
    std::vector<std::vector<std::vector<float>>> after;
};
// None where the recording does not begin with whole vectors.
std::optional<WorksheetData> worksheet_data(const Recording& recording);

class WorksheetFigure : public Figure {
  public:
    WorksheetFigure(WorksheetData data, bool answers) : data_(std::move(data)), answers_(answers) {}

    QString file_stem() const override;
    QString title() const override;
    QString description() const override;
    QSizeF natural_size() const override;
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
    QString csv() const override;

  private:
    struct Block;
    std::vector<Block> blocks() const;
    void paint_block(QPainter& painter, const QRectF& area, const Block& block,
                     const Theme& theme) const;
    QString cell_text(const Block& block, Rank rank, int chunk) const;

    WorksheetData data_;
    bool answers_;
};

}  // namespace ringscope
