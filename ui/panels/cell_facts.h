#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/flaw.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// Everything that is known of one chunk of one rank at a frame.
struct CellFacts {
    CellRef cell;
    Chunk extent;                         // within the rank's vector
    std::vector<Rank> ranks_in;           // summed into it so far; empty where that has no meaning
    std::vector<float> values;            // now; empty: not kept, see summary
    std::optional<Summary> summary;       // above whole_limit
    std::vector<TransferRecord> arrived;  // the transfers of this frame that ended here
    std::vector<TransferRecord> left;     // ... that began here
    Flaw arrived_flaw, left_flaw;         // what was wrong with the values they carried
};

// None when the frame or the selection has no such cell.
std::optional<CellFacts> cell_facts(const StageScene& scene);

}  // namespace ringscope
