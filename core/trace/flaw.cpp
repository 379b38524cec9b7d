#include "core/trace/flaw.h"

#include <algorithm>

#include "core/train/faults.h"

namespace ringscope {

namespace {

// Faults name transfers of the first bucket's all-reduce.
std::vector<StaleTransfer> stale_transfers(const Frame& frame) {
    std::vector<StaleTransfer> transfers;
    if (frame.bucket != 0) return transfers;
    for (const std::string& words : frame.active_faults)
        if (const auto transfer = stale_transfer(words)) transfers.push_back(*transfer);
    return transfers;
}

bool names(const std::vector<StaleTransfer>& stale, const Transfer& t, int step) {
    return std::any_of(stale.begin(), stale.end(), [&](const StaleTransfer& transfer) {
        return transfer.chunk == t.chunk && transfer.step == step &&
               transfer.from.value_or(t.from) == t.from;
    });
}

}  // namespace

Flaw flaw_of(const Frame& frame, const TransferRecord& record) {
    Flaw flaw;
    if (record.sent) flaw.nan_count = record.sent->summary.nan_count;
    flaw.stale = record.chunk.count > 0 &&
                 names(stale_transfers(frame), record.report.transfer, frame.schedule_step);
    return flaw;
}

StaleMap::StaleMap(const Schedule& schedule, const Frame& frame, std::size_t steps)
    : chunks_(schedule.chunks.size()),
      cells_(static_cast<std::size_t>(schedule.world_size) * chunks_, false) {
    const std::vector<StaleTransfer> stale = stale_transfers(frame);
    if (stale.empty()) return;
    for (std::size_t k = 0; k < std::min(steps, schedule.steps.size()); ++k) {
        const std::vector<bool> before = cells_;
        for (const Transfer& t : schedule.steps[k].transfers) {
            const auto chunk = static_cast<std::size_t>(t.chunk);
            const bool arrives = before[static_cast<std::size_t>(t.from) * chunks_ + chunk] ||
                                 names(stale, t, static_cast<int>(k));
            auto cell = cells_[static_cast<std::size_t>(t.to) * chunks_ + chunk];
            cell = arrives || (t.op == TransferOp::add && cell);
        }
    }
}

bool StaleMap::any() const { return std::find(cells_.begin(), cells_.end(), true) != cells_.end(); }

}  // namespace ringscope
