#include "ui/stage/scene_cells.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/collective/contribution_map.h"
#include "core/trace/flaw.h"

namespace ringscope {

namespace {

std::uint64_t everyone(int world_size) {
    return world_size >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << world_size) - 1;
}

constexpr std::int64_t most_bars = 12;

std::vector<float> bars_of(std::span<const float> values) {
    const std::int64_t bars = std::min(most_bars, std::ssize(values));
    std::vector<float> heights;
    for (std::int64_t b = 0; b < bars; ++b) {
        const auto begin = values.begin() + b * std::ssize(values) / bars;
        const auto end = values.begin() + (b + 1) * std::ssize(values) / bars;
        heights.push_back(*std::max_element(
            begin, end, [](float x, float y) { return std::abs(x) < std::abs(y); }));
    }
    return heights;
}

void take_summary(CellView& cell, const Summary& summary) {
    cell.first = summary.first;
    cell.bars = bars_of(summary.first);
    cell.bad_count = summary.nan_count;
    if (std::isinf(summary.min) || std::isinf(summary.max)) ++cell.bad_count;
    cell.norm = summary.norm;
}

// Values [offset, offset + count) of a vector that is kept whole.
void take_values(CellView& cell, const std::vector<float>& values, std::int64_t offset) {
    double squares = 0;
    for (std::int64_t i = 0; i < cell.count; ++i) {
        const float value = values[static_cast<std::size_t>(offset + i)];
        if (i < 8) cell.first.push_back(value);
        if (!std::isfinite(value)) ++cell.bad_count;
        squares += static_cast<double>(value) * value;
    }
    cell.norm = std::sqrt(squares);
    cell.bars = bars_of(std::span(values).subspan(static_cast<std::size_t>(offset),
                                                  static_cast<std::size_t>(cell.count)));
}

void fill(CellView& cell, const VectorRecord& vector, std::int64_t base, const Chunk& chunk,
          std::size_t index) {
    cell.known = true;
    const std::int64_t begin = base + chunk.offset;
    if (begin + chunk.count <= std::ssize(vector.whole))
        take_values(cell, vector.whole, begin);
    else if (index < vector.by_chunk.size())
        take_summary(cell, vector.by_chunk[index]);
    else
        cell.known = false;
}

// A transfer's part is a vector of its own.
void refill(CellView& cell, const VectorRecord& part) {
    cell.first.clear();
    cell.bad_count = 0;
    if (std::ssize(part.whole) == cell.count)
        take_values(cell, part.whole, 0);
    else
        take_summary(cell, part.summary);
}

void colour_by_schedule(SceneCells& view, const Schedule& schedule, std::size_t steps) {
    const ContributionMap map = ContributionMap::after(schedule, steps);
    for (Rank r = 0; r < view.world_size; ++r)
        for (int c = 0; c < view.chunks; ++c)
            view.cells[static_cast<std::size_t>(r * view.chunks + c)].ranks = map.ranks_in(r, c);
}

// After the all-reduce the record alone tells whether it took place (a fault may have skipped it):
// a chunk that another rank holds too, bit for bit, is the common one; any other is a rank's own.
void colour_by_comparison(SceneCells& view) {
    const auto same = [&](Rank a, Rank b, int c) {
        const CellView &x = view.at(a, c), &y = view.at(b, c);
        const auto bits = [](float p, float q) {
            return p == q || (std::isnan(p) && std::isnan(q));
        };
        return std::equal(x.first.begin(), x.first.end(), y.first.begin(), y.first.end(), bits) &&
               (x.norm == y.norm || (std::isnan(x.norm) && std::isnan(y.norm)));
    };
    for (Rank r = 0; r < view.world_size; ++r)
        for (int c = 0; c < view.chunks; ++c) {
            bool shared = view.world_size == 1;
            for (Rank other = 0; other < view.world_size && !shared; ++other)
                shared = other != r && same(r, other, c);
            view.cells[static_cast<std::size_t>(r * view.chunks + c)].ranks =
                shared ? everyone(view.world_size) : std::uint64_t{1} << r;
        }
}

void colour(SceneCells& view, const StageScene& scene) {
    const Schedule& schedule = bucket_of(scene).schedule;
    switch (scene.frame->phase) {
        case FramePhase::start:
        case FramePhase::shard:
        case FramePhase::forward:
        case FramePhase::backward:
        case FramePhase::weight: colour_by_schedule(view, schedule, 0); break;
        case FramePhase::reduce_scatter:
        case FramePhase::all_gather:
        case FramePhase::reduce:
        case FramePhase::broadcast:
        case FramePhase::exchange:
            colour_by_schedule(view, schedule,
                               static_cast<std::size_t>(std::max(0, scene.frame->schedule_step)) +
                                   (landed(scene) ? 1 : 0));
            break;
        case FramePhase::divide:
        case FramePhase::update:
        case FramePhase::equality:
        case FramePhase::iteration: colour_by_comparison(view); break;
    }
    for (CellView& cell : view.cells) {
        if (!cell.known) cell.ranks = 0;
        cell.complete = cell.known && cell.ranks == everyone(view.world_size);
    }
}

// Only what has been delivered so far: before a step lands its stale transfer has reached nobody.
void mark_stale(SceneCells& view, const StageScene& scene) {
    const Schedule& schedule = bucket_of(scene).schedule;
    std::size_t steps = 0;
    switch (scene.frame->phase) {
        case FramePhase::reduce_scatter:
        case FramePhase::all_gather:
        case FramePhase::exchange:
            steps = static_cast<std::size_t>(std::max(0, scene.frame->schedule_step)) +
                    (landed(scene) ? 1 : 0);
            break;
        case FramePhase::divide:
        case FramePhase::update:
        case FramePhase::equality: steps = schedule.steps.size(); break;
        default: return;
    }
    const StaleMap map(schedule, *scene.frame, steps);
    if (!map.any()) return;
    for (Rank r = 0; r < view.world_size; ++r)
        for (int c = 0; c < view.chunks; ++c) {
            CellView& cell = view.cells[static_cast<std::size_t>(r * view.chunks + c)];
            cell.stale = cell.known && map.stale(r, c);
        }
}

void mark_transfers(SceneCells& view, const StageScene& scene) {
    for (const TransferRecord& record : scene.frame->transfers) {
        const Transfer& t = record.report.transfer;
        const auto cell = [&](Rank rank) -> CellView& {
            return view.cells[static_cast<std::size_t>(rank * view.chunks + t.chunk)];
        };
        if (cell(t.from).mark == CellMark::none) cell(t.from).mark = CellMark::sends;
        cell(t.to).mark = landed(scene) ? CellMark::received : CellMark::receives;
        if (!landed(scene) && record.receiver_before) refill(cell(t.to), *record.receiver_before);
    }
}

}  // namespace

const Bucket& bucket_of(const StageScene& scene) {
    const auto last = scene.info->buckets.size() - 1;
    return scene.info->buckets[std::min(static_cast<std::size_t>(scene.frame->bucket), last)];
}

std::vector<const TransferRecord*> arrivals_at(const Frame& frame, CellRef cell) {
    std::vector<const TransferRecord*> found;
    for (const TransferRecord& record : frame.transfers)
        if (record.report.transfer.to == cell.rank && record.report.transfer.chunk == cell.chunk)
            found.push_back(&record);
    return found;
}

bool landed(const StageScene& scene) { return scene.progress >= 1; }

bool is_ring(const StageScene& scene) { return bucket_of(scene).schedule.algorithm == "ring"; }

SceneCells scene_cells(const StageScene& scene) {
    SceneCells view;
    view.world_size = scene.info->world_size;
    if (scene.info->buckets.empty()) return view;
    const Bucket& bucket = bucket_of(scene);
    view.chunks = static_cast<int>(bucket.schedule.chunks.size());
    view.cells.resize(static_cast<std::size_t>(view.world_size * view.chunks));
    for (Rank r = 0; r < view.world_size; ++r) {
        const VectorPtr& gradient = scene.frame->ranks[static_cast<std::size_t>(r)].gradient;
        for (int c = 0; c < view.chunks; ++c) {
            CellView& cell = view.cells[static_cast<std::size_t>(r * view.chunks + c)];
            const Chunk& chunk = bucket.schedule.chunks[static_cast<std::size_t>(c)];
            cell.count = chunk.count;
            if (!gradient) continue;
            fill(cell, *gradient, bucket.offset, chunk, static_cast<std::size_t>(c));
            view.has_values = true;
        }
    }
    // What is compared are the parameters: gradients would distract.
    view.drawn = view.has_values && scene.frame->phase != FramePhase::equality;
    if (view.has_values) {
        mark_transfers(view, scene);
        colour(view, scene);
        mark_stale(view, scene);
        for (const CellView& cell : view.cells)
            for (const float bar : cell.bars)
                if (std::isfinite(bar)) view.largest = std::max(view.largest, std::abs(bar));
    }
    return view;
}

}  // namespace ringscope
