#pragma once

#include <QPointF>
#include <QRectF>

#include "ui/stage/stage_geometry.h"

namespace ringscope {

// Where things are in the space-time view: one lane a rank, time downward, a row a step. Pure
// numbers: no window, no painter, no font.
struct SpaceTimeLayout {
    int ranks = 1, chunks = 1, steps = 0;
    double unit = 13;                     // text beside the lanes
    double cell_unit = 0;                 // text in cells and on arrows
    Detail detail = Detail::full;         // of the cells; full is not used
    bool strips = false;                  // room for what every rank holds before and after
    bool words = false;                   // room for the numbers on the arrows
    QRectF area;                          // all lanes
    double margin = 0;                    // left of the lanes: phases and steps
    double lane = 0;                      // width
    double head = 0, strip = 0, row = 0;  // heights

    double x(Rank rank) const { return area.left() + (rank + 0.5) * lane; }
    double y(int step) const;  // where a step begins; steps: where the last one ends
    QRectF head_of(Rank rank) const;
    QRectF start_cell(Rank rank, int chunk) const;
    QRectF end_cell(Rank rank, int chunk) const;
    // Where the chunk that a rank got in a step is drawn: centred on the lane where the step ends.
    QRectF landing(Rank rank, int step) const;

  private:
    QRectF cell(Rank rank, int chunk, double top) const;
};

// 1 <= ranks <= 64, chunks >= 0, steps >= 0; unit: text size.
SpaceTimeLayout space_time_layout(int ranks, int chunks, int steps, const QRectF& body,
                                  double unit);

}  // namespace ringscope
