#pragma once

#include <QString>

#include "ui/stage/scene_cells.h"
#include "ui/stage/stage_geometry.h"
#include "ui/theme/theme.h"

class QPainter;

namespace ringscope {

// How a cell is drawn beside what it holds.
struct CellStyle {
    Detail detail = Detail::full;
    int world_size = 1;
    Rank owner = 0;     // of the card: colours what was sent or received
    bool told = false;  // the caption speaks of this cell
    bool selected = false;
    float largest = 0;  // SceneCells::largest
};

// theme.unit is the text size inside the cell.
void paint_cell(QPainter& painter, const QRectF& area, const CellView& cell, const CellStyle& style,
                const Theme& theme);

// One mark a rank: filled in its colour when the rank is summed in. Many ranks: a bar of counts.
void paint_pips(QPainter& painter, const QRectF& area, std::uint64_t ranks, int world_size,
                const Theme& theme);

// A rank's card with everything in it. `told_chunk`: the caption speaks of that cell; -1: none.
void paint_card(QPainter& painter, const CardGeometry& card, Detail detail, const StageScene& scene,
                const SceneCells& cells, Rank rank, int told_chunk, const Theme& theme);

// What a frame without gradients says about a rank instead: samples, loss, digest.
struct Statement {
    QString big, brief;      // the same with little room
    QString small, smaller;  // what it is; may be empty
    QColor color;
};
Statement statement_of(const StageScene& scene, Rank rank, const Theme& theme);

// The value of a cell in at most that many characters: "4004", "0.12…" for the first of several,
// "–" for an empty chunk.
QString cell_text(const CellView& cell, int max_chars);

// Soft shadow below a card or token.
void paint_shadow(QPainter& painter, const QRectF& area, double radius, const Theme& theme);

}  // namespace ringscope
