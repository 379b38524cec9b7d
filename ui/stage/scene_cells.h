#pragma once

#include <cstdint>
#include <vector>

#include "ui/stage/stage_scene.h"

namespace ringscope {

// What a cell does in the frame's step.
enum class CellMark { none, sends, receives, received };

// One cell (rank, chunk) as it is to be drawn.
struct CellView {
    bool known = false;        // false: the frame says nothing about it
    std::int64_t count = 0;    // elements in the chunk; 0 is legal
    std::vector<float> first;  // its first elements, up to 8, fewer if the chunk is shorter
    std::vector<float> bars;   // the chunk in up to 12 values: of each run the one farthest from 0
    std::int64_t bad_count = 0;  // NaN and infinite elements
    double norm = 0;
    std::uint64_t ranks = 0;  // bit q: rank q is summed in
    bool complete = false;    // every rank is in
    bool stale = false;       // a stale transfer's values are in it
    CellMark mark = CellMark::none;
};

// A scene's cells, [rank * chunks + chunk]. Receivers hold the values from before the transfer
// until the scene's progress is 1.
struct SceneCells {
    int world_size = 1;
    int chunks = 0;
    bool has_values = false;  // the frame has gradients to show
    bool drawn = false;       // and they are what cards and table show
    float largest = 0;        // magnitude of the longest bar: one scale for all cells
    std::vector<CellView> cells;

    const CellView& at(Rank rank, int chunk) const {
        return cells[static_cast<std::size_t>(rank * chunks + chunk)];
    }
};

// Needs scene.info and scene.frame.
SceneCells scene_cells(const StageScene& scene);

// The transfers of the frame that bring something to a cell, in the order of the schedule.
std::vector<const TransferRecord*> arrivals_at(const Frame& frame, CellRef cell);

// The bucket that the frame works on.
const Bucket& bucket_of(const StageScene& scene);

// True once the frame's transfers have arrived.
bool landed(const StageScene& scene);

// Whether the bucket goes round a ring.
bool is_ring(const StageScene& scene);

}  // namespace ringscope
