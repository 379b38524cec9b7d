#include "core/collective/contribution_map.h"

#include <algorithm>
#include <string>

#include "core/support/error.h"

namespace ringscope {

namespace {

std::uint64_t all_ranks(int world_size) {
    return world_size >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << world_size) - 1;
}

}  // namespace

ContributionMap::ContributionMap(const Schedule& schedule)
    : world_size_(schedule.world_size), chunk_count_(schedule.chunks.size()) {
    expect(world_size_ >= 1 && world_size_ <= 64, "ContributionMap: 1 to 64 ranks");
    cells_.resize(static_cast<std::size_t>(world_size_) * chunk_count_);
    for (Rank r = 0; r < world_size_; ++r)
        std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(r * chunk_count_), chunk_count_,
                    std::uint64_t{1} << r);
}

bool ContributionMap::apply(const Step& step) {
    const std::vector<std::uint64_t> before = cells_;
    bool once = true;
    for (const Transfer& t : step.transfers) {
        const auto chunk = static_cast<std::size_t>(t.chunk);
        const std::uint64_t sent = before[static_cast<std::size_t>(t.from) * chunk_count_ + chunk];
        std::uint64_t& cell = cells_[static_cast<std::size_t>(t.to) * chunk_count_ + chunk];
        if (t.op == TransferOp::copy) {
            cell = sent;
        } else {
            once = once && (cell & sent) == 0;
            cell |= sent;
        }
    }
    return once;
}

std::uint64_t ContributionMap::ranks_in(Rank rank, int chunk) const {
    return cells_.at(static_cast<std::size_t>(rank) * chunk_count_ +
                     static_cast<std::size_t>(chunk));
}

bool ContributionMap::complete(Rank rank, int chunk) const {
    return ranks_in(rank, chunk) == all_ranks(world_size_);
}

bool ContributionMap::complete() const {
    return std::all_of(cells_.begin(), cells_.end(),
                       [this](std::uint64_t cell) { return cell == all_ranks(world_size_); });
}

ContributionMap ContributionMap::after(const Schedule& schedule, std::size_t steps) {
    ContributionMap map(schedule);
    for (std::size_t k = 0; k < steps && k < schedule.steps.size(); ++k)
        map.apply(schedule.steps[k]);
    return map;
}

std::string prove_all_reduce(const Schedule& schedule) {
    ContributionMap map(schedule);
    const auto check_owners = [&]() -> std::string {
        for (std::size_t c = 0; c < schedule.owners.size(); ++c)
            if (!map.complete(schedule.owners[c], static_cast<int>(c)))
                return "chunk " + std::to_string(c) + " is not complete at its owner, rank " +
                       std::to_string(schedule.owners[c]);
        return {};
    };
    bool owners_checked = false;
    for (std::size_t k = 0; k < schedule.steps.size(); ++k) {
        const Step& step = schedule.steps[k];
        if (!reduces(step.phase) && !owners_checked) {
            if (std::string wrong = check_owners(); !wrong.empty()) return wrong;
            owners_checked = true;
        }
        if (!map.apply(step)) return "step " + std::to_string(k) + " adds a rank a second time";
    }
    if (!owners_checked)
        if (std::string wrong = check_owners(); !wrong.empty()) return wrong;
    for (Rank r = 0; r < schedule.world_size; ++r)
        for (std::size_t c = 0; c < schedule.chunks.size(); ++c)
            if (!map.complete(r, static_cast<int>(c)))
                return "rank " + std::to_string(r) + " ends without the whole sum of chunk " +
                       std::to_string(c);
    return {};
}

}  // namespace ringscope
