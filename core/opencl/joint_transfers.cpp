#include "core/opencl/joint_transfers.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ringscope::opencl {

namespace {

// TRANSFER_BLOCK and TRANSFER_ITEMS of shaders/transfers.cl, on processors and on other devices.
constexpr std::int64_t blocked_elements = 2048, plain_elements = 1024;
constexpr std::size_t blocked_items = 1, plain_items = 64;
// Fewer moved elements than this take less time than waking up another compute unit.
constexpr std::int64_t elements_a_group = 65536;

void insert_ranks(std::vector<Rank>& ranks, const std::vector<Transfer>& transfers) {
    for (const Transfer& t : transfers)
        for (const Rank rank : {t.from, t.to})
            if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end()) ranks.push_back(rank);
}

}  // namespace

JointTransfers::JointTransfers(Lane& lane, cl::Kernel& kernel,
                               const std::vector<const LedgerBuffer*>& vectors,
                               const Schedule& schedule, std::int64_t base, int step)
    : lane_(lane),
      kernel_(kernel),
      vectors_(vectors),
      schedule_(schedule),
      base_(base),
      step_(step) {}

bool JointTransfers::fit(const std::vector<Transfer>& transfers) {
    std::vector<Rank> ranks;
    insert_ranks(ranks, transfers);
    return transfers.size() <= most_transfers && ranks.size() <= most_ranks_a_launch;
}

std::vector<Rank> JointTransfers::ranks_with(const std::vector<Transfer>& transfers) const {
    std::vector<Rank> ranks = ranks_;
    insert_ranks(ranks, transfers);
    return ranks;
}

void JointTransfers::add(int chunk, const std::vector<Transfer>& transfers) {
    const Chunk& extent = schedule_.chunks.at(static_cast<std::size_t>(chunk));
    if (extent.count == 0) return;
    if (chunks_.size() == most_chunks || ranks_with(transfers).size() > most_ranks_a_launch)
        flush();
    ranks_ = ranks_with(transfers);
    chunks_.push_back({base_ + extent.offset, extent.count, transfers});
}

SixteenBytes JointTransfers::bytes_of(const ChunkMoves& chunk) const {
    const auto number = [&](Rank rank) {
        return static_cast<unsigned>(std::find(ranks_.begin(), ranks_.end(), rank) -
                                     ranks_.begin());
    };
    SixteenBytes bytes{};
    for (std::size_t m = 0; m < chunk.transfers.size(); ++m) {
        const Transfer& t = chunk.transfers[m];
        bytes[m] = static_cast<cl_uchar>(number(t.to) | number(t.from) << 3 |
                                         (t.op == TransferOp::add ? 1U : 0U) << 6);
    }
    return bytes;
}

void JointTransfers::flush() {
    if (chunks_.empty()) return;
    Each vectors{};
    for (std::size_t k = 0; k < ranks_.size(); ++k)
        vectors[k] = vectors_[static_cast<std::size_t>(ranks_[k])];
    EachCount offsets{}, counts{}, lengths{};
    std::array<SixteenBytes, most_chunks> moves{};
    const std::int64_t block = lane_.blocked_kernels() ? blocked_elements : plain_elements;
    std::int64_t blocks = 0, moved = 0;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
        offsets[c] = static_cast<cl_uint>(chunks_[c].offset);
        counts[c] = static_cast<cl_uint>(chunks_[c].count);
        lengths[c] = static_cast<cl_uint>(chunks_[c].transfers.size());
        moves[c] = bytes_of(chunks_[c]);
        blocks += (chunks_[c].count + block - 1) / block;
        moved += chunks_[c].count * std::ssize(chunks_[c].transfers);
    }
    const std::int64_t groups = std::clamp<std::int64_t>(moved / elements_a_group, 1, blocks);
    std::uint64_t bits = 0;
    for (const Rank rank : ranks_) bits |= std::uint64_t{1} << rank;
    lane_.launch_groups({"transfers", ranks_.front(), step_, bits}, kernel_, groups,
                        lane_.blocked_kernels() ? blocked_items : plain_items, vectors, offsets,
                        counts, lengths, moves[0], moves[1], moves[2], moves[3], moves[4], moves[5],
                        moves[6], moves[7], blocks);
    ranks_.clear();
    chunks_.clear();
}

bool independent(const Step& step) {
    if (step.rank_order) return false;
    std::set<std::pair<Rank, int>> sent;
    for (const Transfer& t : step.transfers) sent.insert({t.from, t.chunk});
    return std::none_of(step.transfers.begin(), step.transfers.end(),
                        [&](const Transfer& t) { return sent.contains({t.to, t.chunk}); });
}

}  // namespace ringscope::opencl
