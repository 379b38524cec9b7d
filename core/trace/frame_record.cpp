#include "core/trace/frame_record.h"

#include <algorithm>
#include <cmath>

namespace ringscope {

namespace {

constexpr int frame_phases = 14;

nlohmann::json optional_number(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json to_record(const Summary& summary) {
    return {{"count", summary.count},   {"nan", summary.nan_count},
            {"digest", summary.digest}, {"min", summary.min},
            {"max", summary.max},       {"mean", summary.mean},
            {"norm", summary.norm},     {"first", raw_floats(summary.first)}};
}

Summary read_summary(const RecordFields& fields) {
    Summary summary;
    summary.count = fields.integer("count", 0);
    summary.nan_count = fields.integer("nan", 0, summary.count);
    summary.digest = fields.bits("digest");
    summary.min = static_cast<float>(fields.number("min"));
    summary.max = static_cast<float>(fields.number("max"));
    summary.mean = fields.number("mean");
    summary.norm = fields.number("norm");
    summary.first = fields.floats("first");
    fields.require(std::ssize(summary.first) == std::min<std::int64_t>(8, summary.count),
                   "a summary has not its first elements");
    return summary;
}

template <typename Pointer>
Pointer numbered(const RecordFields& fields, const char* key, const std::vector<Pointer>& known) {
    if (!fields.has(key)) return nullptr;
    return known[static_cast<std::size_t>(fields.integer(key, 0, std::ssize(known) - 1))];
}

nlohmann::json to_record(const RankRecord& rank, const VectorNumber& number_of) {
    const auto reference = [&](const VectorPtr& v) {
        return v ? nlohmann::json(number_of(v)) : nlohmann::json();
    };
    return {{"gradient", reference(rank.gradient)},
            {"parameters", reference(rank.parameters)},
            {"digest", rank.digest},
            {"loss", optional_number(rank.loss)},
            {"samples", rank.samples},
            {"bytes_sent", rank.bytes_sent},
            {"memory", rank.memory}};
}

RankRecord read_rank(const RecordFields& fields, const RunInfo& info, const Schedule& schedule,
                     const std::vector<VectorPtr>& vectors) {
    RankRecord rank;
    rank.gradient = numbered(fields, "gradient", vectors);
    rank.parameters = numbered(fields, "parameters", vectors);
    for (const VectorPtr& vector : {rank.gradient, rank.parameters}) {
        if (!vector) continue;
        fields.require(vector->length == info.length, "a vector has another length than the run's");
        fields.require(!vector->whole.empty() || vector->length == 0 ||
                           vector->by_chunk.size() == schedule.chunks.size(),
                       "a vector is neither whole nor has it a summary a chunk");
    }
    rank.digest = fields.bits("digest");
    if (fields.has("loss")) rank.loss = fields.number("loss");
    rank.samples = fields.integer("samples", 0);
    rank.bytes_sent = fields.integer("bytes_sent", 0);
    const nlohmann::json& memory = fields.array("memory");
    for (std::size_t i = 0; i < rank.memory.size(); ++i)
        rank.memory[i] = element(memory, i, 0, RecordFields::any, fields);
    return rank;
}

nlohmann::json to_record(const TransferRecord& t, const VectorNumber& number_of) {
    return {{"from", t.report.transfer.from},
            {"to", t.report.transfer.to},
            {"chunk", t.report.transfer.chunk},
            {"op", t.report.transfer.op == TransferOp::add ? "add" : "copy"},
            {"bytes", t.report.bytes},
            {"route", name(t.report.route)},
            {"offset", t.chunk.offset},
            {"count", t.chunk.count},
            {"sent", number_of(t.sent)},
            {"receiver_before", number_of(t.receiver_before)}};
}

TransferRecord read_transfer(const RecordFields& fields, const Schedule& schedule,
                             const std::vector<VectorPtr>& vectors) {
    TransferRecord t;
    t.report.transfer.from = fields.small("from", 0, schedule.world_size - 1);
    t.report.transfer.to = fields.small("to", 0, schedule.world_size - 1);
    t.report.transfer.chunk =
        fields.small("chunk", 0, static_cast<int>(schedule.chunks.size()) - 1);
    const std::string op = fields.text("op");
    fields.require(op == "add" || op == "copy", "\"op\" is neither add nor copy");
    t.report.transfer.op = op == "add" ? TransferOp::add : TransferOp::copy;
    t.report.bytes = fields.integer("bytes", 0);
    t.report.route = fields.one_of<Route>("route", 3);
    t.chunk = {fields.integer("offset", 0), fields.integer("count", 0)};
    fields.require(t.chunk == schedule.chunks[static_cast<std::size_t>(t.report.transfer.chunk)],
                   "a transfer's extent is not that of its chunk");
    t.sent = numbered(fields, "sent", vectors);
    t.receiver_before = numbered(fields, "receiver_before", vectors);
    fields.require(t.sent && t.receiver_before && t.sent->length == t.chunk.count &&
                       t.receiver_before->length == t.chunk.count,
                   "a transfer's values have not its chunk's length");
    return t;
}

nlohmann::json to_record(const WorkSpan& span) {
    nlohmann::json record = {{"kind", name(span.work.kind)},
                             {"ranks", span.ranks},
                             {"begin", span.begin},
                             {"end", span.end}};
    if (span.work.last_layer >= 0) record["layers"] = {span.work.first_layer, span.work.last_layer};
    if (span.work.bucket >= 0) record["bucket"] = span.work.bucket;
    if (span.work.step >= 0) record["step"] = span.work.step;
    return record;
}

WorkSpan read_span(const RecordFields& fields, const RunInfo& info) {
    WorkSpan span;
    span.work.kind = fields.one_of<WorkKind>("kind", work_kinds);
    span.ranks = fields.bits("ranks");
    fields.require(span.ranks != 0 && (info.world_size == 64 || span.ranks >> info.world_size == 0),
                   "a span is of no rank of the run");
    span.begin = fields.number("begin");
    span.end = fields.number("end");
    fields.require(std::isfinite(span.begin) && std::isfinite(span.end) && span.begin <= span.end,
                   "a span does not end after it began");
    if (fields.has("layers")) {
        const nlohmann::json& layers = fields.array("layers");
        const auto last = info.shape ? std::ssize(info.shape->sizes) - 1 : 0;
        fields.require(layers.size() == 2, "a span's layers are not two numbers");
        span.work.first_layer = static_cast<int>(element(layers, 0, 0, last, fields));
        span.work.last_layer =
            static_cast<int>(element(layers, 1, span.work.first_layer, last, fields));
    }
    if (fields.has("bucket"))
        span.work.bucket = fields.small("bucket", 0, static_cast<int>(info.buckets.size()) - 1);
    if (fields.has("step")) {
        fields.require(span.work.bucket >= 0, "a span's step is of no bucket");
        const Bucket& bucket = info.buckets[static_cast<std::size_t>(span.work.bucket)];
        span.work.step =
            fields.small("step", 0, static_cast<int>(bucket.schedule.steps.size()) - 1);
    }
    return span;
}

// Steps of the all-reduce belong to the schedule, other frames do not.
void read_step(const RecordFields& fields, const Schedule& schedule, Frame& frame) {
    frame.step = fields.small("step", 0, 1 << 20);
    frame.steps_in_phase = fields.small("steps_in_phase", 1, 1 << 20);
    frame.schedule_step =
        fields.small("schedule_step", -1, static_cast<int>(schedule.steps.size()) - 1);
    fields.require(moves_chunks(frame.phase) == (frame.schedule_step >= 0),
                   "a step is not in the schedule");
}

}  // namespace

nlohmann::json to_record(const VectorRecord& vector) {
    nlohmann::json by_chunk = nlohmann::json::array();
    for (const Summary& summary : vector.by_chunk) by_chunk.push_back(to_record(summary));
    return {{"length", vector.length},
            {"whole", raw_floats(vector.whole)},
            {"summary", to_record(vector.summary)},
            {"by_chunk", by_chunk}};
}

VectorPtr read_vector(const RecordFields& fields, const RunInfo& info) {
    auto vector = std::make_shared<VectorRecord>();
    vector->length = fields.integer("length", 0, info.length);
    vector->whole = fields.floats("whole");
    fields.require(vector->whole.empty() || std::ssize(vector->whole) == vector->length,
                   "a vector has not all its values");
    vector->summary = read_summary(fields.object("summary"));
    fields.require(vector->summary.count == vector->length, "a summary has another length");
    for (const nlohmann::json& summary : fields.array("by_chunk"))
        vector->by_chunk.push_back(read_summary({summary, fields.place()}));
    return vector;
}

nlohmann::json to_record(const Frame& frame, const VectorNumber& number_of) {
    nlohmann::json ranks = nlohmann::json::array(), transfers = nlohmann::json::array(),
                   spans = nlohmann::json::array();
    for (const WorkSpan& span : frame.spans) spans.push_back(to_record(span));
    for (const RankRecord& rank : frame.ranks) ranks.push_back(to_record(rank, number_of));
    for (const TransferRecord& t : frame.transfers) transfers.push_back(to_record(t, number_of));
    nlohmann::json record = {
        {"iteration", frame.iteration},
        {"phase", name(frame.phase)},
        {"bucket", frame.bucket},
        {"step", frame.step},
        {"steps_in_phase", frame.steps_in_phase},
        {"schedule_step", frame.schedule_step},
        {"ranks", std::move(ranks)},
        {"transfers", std::move(transfers)},
        {"loss", optional_number(frame.loss)},
        {"identical", frame.identical ? nlohmann::json(*frame.identical) : nlohmann::json()},
        {"first_sample", frame.first_sample},
        {"batch", frame.batch},
        {"seconds", frame.seconds},
        {"active_faults", frame.active_faults}};
    if (!frame.spans.empty()) record["spans"] = std::move(spans);
    return record;
}

std::shared_ptr<Frame> read_frame(const RecordFields& fields, const RunInfo& info,
                                  const std::vector<VectorPtr>& vectors, std::int64_t iterations) {
    auto frame = std::make_shared<Frame>();
    frame->iteration =
        fields.integer("iteration", std::max<std::int64_t>(iterations - 1, 0), iterations);
    frame->phase = fields.one_of<FramePhase>("phase", frame_phases);
    frame->bucket = fields.small("bucket", 0, static_cast<int>(info.buckets.size()) - 1);
    const Schedule& schedule = info.buckets[static_cast<std::size_t>(frame->bucket)].schedule;
    read_step(fields, schedule, *frame);
    for (const nlohmann::json& rank : fields.array("ranks"))
        frame->ranks.push_back(read_rank({rank, fields.place()}, info, schedule, vectors));
    fields.require(std::ssize(frame->ranks) == info.world_size, "not one record a rank");
    for (const nlohmann::json& transfer : fields.array("transfers"))
        frame->transfers.push_back(read_transfer({transfer, fields.place()}, schedule, vectors));
    if (fields.has("loss")) frame->loss = fields.number("loss");
    if (fields.has("identical")) frame->identical = fields.boolean("identical");
    frame->first_sample = fields.integer("first_sample", 0);
    frame->batch = fields.integer("batch", 0);
    frame->seconds = fields.number("seconds");
    if (fields.has("spans"))
        for (const nlohmann::json& span : fields.array("spans"))
            frame->spans.push_back(read_span({span, fields.place()}, info));
    for (const nlohmann::json& fault : fields.array("active_faults")) {
        fields.require(fault.is_string(), "a fault is not described in words");
        frame->active_faults.push_back(fault.get<std::string>());
    }
    return frame;
}

}  // namespace ringscope
