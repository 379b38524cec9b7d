#include "core/trace/info_record.h"

#include <algorithm>
#include <utility>

#include "core/train/limits.h"

namespace ringscope {

namespace {

// A digest numbers elements with 32 bits.
constexpr std::int64_t max_length = (std::int64_t{1} << 32) - 2;
constexpr std::int64_t max_count = std::int64_t{1} << 40;
// Step lists are shared in the file and not in memory, so a small file could ask for a lot.
constexpr std::size_t max_transfers = std::size_t{1} << 25;

nlohmann::json to_record(const Step& step) {
    nlohmann::json transfers = nlohmann::json::array();
    for (const Transfer& t : step.transfers)
        transfers.push_back({t.from, t.to, t.chunk, t.op == TransferOp::add ? 0 : 1});
    nlohmann::json record{
        {"phase", name(step.phase)}, {"s", step.index_in_phase}, {"transfers", transfers}};
    if (step.rank_order) record["rank_order"] = true;
    return record;
}

Step read_step(const RecordFields& fields, int world_size, std::int64_t chunks) {
    Step step;
    step.phase = fields.one_of<CollectivePhase>("phase", 5);
    step.index_in_phase = fields.small("s", 0, 1 << 20);
    step.rank_order = fields.has("rank_order") && fields.boolean("rank_order");
    for (const nlohmann::json& t : fields.array("transfers")) {
        const auto part = [&](std::size_t i, std::int64_t max) {
            return static_cast<int>(element(t, i, 0, max, fields));
        };
        step.transfers.push_back({part(0, world_size - 1), part(1, world_size - 1),
                                  part(2, chunks - 1),
                                  part(3, 1) == 0 ? TransferOp::add : TransferOp::copy});
    }
    return step;
}

// Buckets of a run mostly share their steps and differ in extents: each list of steps is written
// once, in "step_lists", and named by its number.
nlohmann::json to_record(const std::vector<Bucket>& buckets, nlohmann::json& step_lists) {
    std::vector<const std::vector<Step>*> known;
    nlohmann::json list = nlohmann::json::array();
    for (const Bucket& bucket : buckets) {
        const Schedule& schedule = bucket.schedule;
        auto same = std::find_if(known.begin(), known.end(),
                                 [&](const auto* steps) { return *steps == schedule.steps; });
        if (same == known.end()) {
            nlohmann::json steps = nlohmann::json::array();
            for (const Step& step : schedule.steps) steps.push_back(to_record(step));
            step_lists.push_back(std::move(steps));
            same = known.insert(known.end(), &schedule.steps);
        }
        nlohmann::json chunks = nlohmann::json::array();
        for (const Chunk& chunk : schedule.chunks) chunks.push_back({chunk.offset, chunk.count});
        list.push_back({{"offset", bucket.offset},
                        {"length", schedule.length},
                        {"algorithm", schedule.algorithm},
                        {"ownership", schedule.ownership},
                        {"chunks", chunks},
                        {"owners", schedule.owners},
                        {"steps", same - known.begin()}});
    }
    return list;
}

Bucket read_bucket(const RecordFields& fields, const nlohmann::json& step_lists, int world_size,
                   std::int64_t length) {
    Bucket bucket;
    Schedule& schedule = bucket.schedule;
    bucket.offset = fields.integer("offset", 0, length);
    schedule.length = fields.integer("length", 0, length - bucket.offset);
    schedule.algorithm = fields.text("algorithm");
    schedule.ownership = fields.text("ownership");
    schedule.world_size = world_size;

    std::int64_t covered = 0;
    for (const nlohmann::json& chunk : fields.array("chunks")) {
        const Chunk extent{element(chunk, 0, 0, max_length, fields),
                           element(chunk, 1, 0, max_length, fields)};
        fields.require(extent.offset == covered, "chunks do not follow each other");
        covered += extent.count;
        fields.require(covered <= schedule.length, "chunks are longer than their bucket");
        schedule.chunks.push_back(extent);
    }
    fields.require(covered == schedule.length, "chunks do not cover their bucket");
    const auto chunks = std::ssize(schedule.chunks);

    const nlohmann::json& owners = fields.array("owners");
    fields.require(std::ssize(owners) == chunks, "not one owner a chunk");
    for (std::size_t c = 0; c < owners.size(); ++c)
        schedule.owners.push_back(static_cast<Rank>(element(owners, c, 0, world_size - 1, fields)));

    const std::int64_t list = fields.integer("steps", 0, std::ssize(step_lists) - 1);
    const nlohmann::json& steps = step_lists[static_cast<std::size_t>(list)];
    fields.require(steps.is_array(), "a list of steps is not an array");
    for (const nlohmann::json& step : steps)
        schedule.steps.push_back(read_step({step, fields.place()}, world_size, chunks));
    return bucket;
}

// In any order, each element in exactly one bucket.
void require_cover(const std::vector<Bucket>& buckets, std::int64_t length,
                   const RecordFields& fields) {
    std::vector<Chunk> extents;
    for (const Bucket& bucket : buckets) extents.push_back({bucket.offset, bucket.schedule.length});
    std::sort(extents.begin(), extents.end(), [](const Chunk& a, const Chunk& b) {
        return std::pair(a.offset, a.count) < std::pair(b.offset, b.count);
    });
    std::int64_t covered = 0;
    for (const Chunk& extent : extents) {
        fields.require(extent.offset == covered, "buckets overlap or leave a gap");
        covered += extent.count;
    }
    fields.require(covered == length, "buckets do not cover the vector");
}

nlohmann::json to_record(const Placement& placement) {
    nlohmann::json ranks = nlohmann::json::array();
    for (const RankPlace& place : placement.ranks)
        ranks.push_back({{"label", place.label},
                         {"device", place.device},
                         {"platform", place.platform},
                         {"device_index", place.device_index},
                         {"context", place.context},
                         {"compute_units", place.compute_units}});
    return {{"kind", name(placement.kind)},
            {"summary", placement.summary},
            {"oversubscribed", placement.oversubscribed},
            {"ranks", ranks}};
}

Placement read_placement(const RecordFields& fields, int world_size) {
    Placement placement;
    placement.kind = fields.one_of<PlacementKind>("kind", 4);
    placement.summary = fields.text("summary");
    placement.oversubscribed = fields.boolean("oversubscribed");
    for (const nlohmann::json& rank : fields.array("ranks")) {
        const RecordFields place(rank, fields.place());
        placement.ranks.push_back({place.text("label"), place.text("device"),
                                   place.text("platform"), place.small("device_index", 0, 1 << 20),
                                   place.small("context", 0, 1 << 20),
                                   place.small("compute_units", 0, 1 << 30)});
    }
    fields.require(placement.ranks.empty() || std::ssize(placement.ranks) == world_size,
                   "not one place a rank");
    return placement;
}

MlpShape read_shape(const RecordFields& fields) {
    MlpShape shape;
    const nlohmann::json& sizes = fields.array("sizes");
    fields.require(sizes.size() >= 2 && sizes.size() <= 1024, "2 to 1024 layer sizes are allowed");
    for (std::size_t i = 0; i < sizes.size(); ++i)
        shape.sizes.push_back(static_cast<int>(element(sizes, i, 1, 1 << 24, fields)));
    shape.activation = fields.one_of<Activation>("activation", 2);
    shape.loss = fields.one_of<LossKind>("loss", 2);
    return shape;
}

OptimizerSpec read_optimizer(const RecordFields& fields) {
    OptimizerSpec optimizer;
    optimizer.kind = fields.one_of<OptimizerKind>("name", 3);
    optimizer.lr = fields.number("lr");
    optimizer.momentum = fields.number("momentum");
    optimizer.beta1 = fields.number("beta1");
    optimizer.beta2 = fields.number("beta2");
    optimizer.eps = fields.number("eps");
    return optimizer;
}

}  // namespace

nlohmann::json to_record(const RunInfo& info) {
    nlohmann::json step_lists = nlohmann::json::array();
    nlohmann::json buckets = to_record(info.buckets, step_lists);
    nlohmann::json record = {{"kind", name(info.kind)},
                             {"title", info.title},
                             {"session", info.session_json},
                             {"world_size", info.world_size},
                             {"length", info.length},
                             {"buckets", std::move(buckets)},
                             {"step_lists", std::move(step_lists)},
                             {"placement", to_record(info.placement)},
                             {"planned_iterations", info.planned_iterations},
                             {"memory_budget_bytes", nullptr},
                             {"shape", nullptr},
                             {"optimizer", nullptr},
                             {"program_version", info.program_version}};
    if (info.memory_budget_bytes) record["memory_budget_bytes"] = *info.memory_budget_bytes;
    if (info.shape)
        record["shape"] = {{"sizes", info.shape->sizes},
                           {"activation", name(info.shape->activation)},
                           {"loss", name(info.shape->loss)}};
    if (const auto& o = info.optimizer)
        record["optimizer"] = {{"name", name(o->kind)},   {"lr", o->lr},
                               {"momentum", o->momentum}, {"beta1", o->beta1},
                               {"beta2", o->beta2},       {"eps", o->eps}};
    return record;
}

RunInfo read_info(const RecordFields& fields) {
    RunInfo info;
    info.kind = fields.one_of<RunKind>("kind", 2);
    info.title = fields.text("title");
    info.session_json = fields.text("session");
    info.world_size = fields.small("world_size", 1, 64);
    info.length = fields.integer("length", 0, max_length);
    const nlohmann::json& step_lists = fields.array("step_lists");
    const nlohmann::json& buckets = fields.array("buckets");
    fields.require(!buckets.empty() && std::ssize(buckets) <= max_buckets,
                   "1 to 4096 buckets are allowed");
    std::size_t transfers = 0;
    for (const nlohmann::json& bucket : buckets) {
        info.buckets.push_back(
            read_bucket({bucket, fields.place()}, step_lists, info.world_size, info.length));
        for (const Step& step : info.buckets.back().schedule.steps)
            transfers += step.transfers.size() + 1;
        fields.require(transfers <= max_transfers, "the schedules have too many transfers");
    }
    require_cover(info.buckets, info.length, fields);
    info.placement = read_placement(fields.object("placement"), info.world_size);
    info.planned_iterations = fields.integer("planned_iterations", 0, max_count);
    if (fields.has("memory_budget_bytes"))
        info.memory_budget_bytes = fields.integer("memory_budget_bytes", 0);
    if (fields.has("shape")) info.shape = read_shape(fields.object("shape"));
    if (fields.has("optimizer")) info.optimizer = read_optimizer(fields.object("optimizer"));
    if (info.kind == RunKind::train)
        fields.require(info.shape && info.optimizer && parameter_count(*info.shape) == info.length,
                       "the network does not fit the vector");
    info.program_version = fields.text("program_version");
    return info;
}

}  // namespace ringscope
