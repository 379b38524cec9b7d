#include "core/trace/frame_json.h"

#include "core/support/digest.h"

namespace ringscope {

namespace {

void write_optional(JsonWriter& json, const char* key, const std::optional<double>& value) {
    json.key(key);
    if (value)
        json.value(*value);
    else
        json.null();
}

void write_summary(JsonWriter& json, const Summary& summary) {
    json.begin_object();
    json.member("count", summary.count).member("nan_count", summary.nan_count);
    json.member("digest", hex16(summary.digest));
    json.member("min", summary.min).member("max", summary.max);
    json.member("mean", summary.mean).member("norm", summary.norm);
    json.key("first").values(std::span<const float>(summary.first));
    json.end_object();
}

void write_vector(JsonWriter& json, const char* key, const VectorPtr& vector) {
    json.key(key);
    if (!vector) {
        json.null();
        return;
    }
    json.begin_object().member("length", vector->length).key("values");
    if (vector->whole.empty() && vector->length > 0)
        json.null();
    else
        json.values(std::span<const float>(vector->whole));
    json.key("summary");
    write_summary(json, vector->summary);
    json.key("by_chunk").begin_array();
    for (const Summary& summary : vector->by_chunk) write_summary(json, summary);
    json.end_array().end_object();
}

// compared: digests were taken for this frame.
void write_rank(JsonWriter& json, const RankRecord& record, std::int64_t rank, bool compared) {
    json.begin_object().member("rank", rank).key("digest");
    if (compared)
        json.value(hex16(record.digest));
    else
        json.null();
    write_optional(json, "loss", record.loss);
    json.member("samples", record.samples).member("bytes_sent", record.bytes_sent);
    json.key("memory_bytes");
    write_memory(json, record.memory);
    write_vector(json, "gradient", record.gradient);
    write_vector(json, "parameters", record.parameters);
    json.end_object();
}

void write_transfer(JsonWriter& json, const TransferRecord& record) {
    const Transfer& transfer = record.report.transfer;
    json.begin_object().member("from", transfer.from).member("to", transfer.to);
    json.member("chunk", transfer.chunk);
    json.member("op", transfer.op == TransferOp::add ? "add" : "copy");
    json.member("offset", record.chunk.offset).member("count", record.chunk.count);
    json.member("bytes", record.report.bytes).member("route", name(record.report.route));
    write_vector(json, "sent", record.sent);
    write_vector(json, "receiver_before", record.receiver_before);
    json.end_object();
}

void write_number_or_null(JsonWriter& json, const char* key, int number) {
    json.key(key);
    if (number < 0)
        json.null();
    else
        json.value(number);
}

void write_span(JsonWriter& json, const WorkSpan& span) {
    json.begin_object().member("kind", name(span.work.kind)).key("ranks").begin_array();
    for (Rank r = 0; r < 64; ++r)
        if (span.ranks >> r & 1) json.value(r);
    json.end_array().key("layers");
    if (span.work.last_layer >= 0)
        json.begin_array().value(span.work.first_layer).value(span.work.last_layer).end_array();
    else
        json.null();
    write_number_or_null(json, "bucket", span.work.bucket);
    write_number_or_null(json, "step", span.work.step);
    json.member("begin", span.begin).member("end", span.end).end_object();
}

}  // namespace

void write_memory(JsonWriter& writer, const MemoryUse& memory) {
    writer.begin_object();
    for (std::size_t i = 0; i < memory.size(); ++i)
        writer.member(name(static_cast<MemoryCategory>(i)), memory[i]);
    writer.end_object();
}

void write_frame(JsonWriter& writer, const Frame& frame, std::int64_t number, Position position) {
    writer.begin_object().member("number", number);
    writer.member("iteration", frame.iteration).member("frame_in_iteration", position.frame);
    writer.member("phase", name(frame.phase)).member("bucket", frame.bucket);
    writer.member("step", frame.step).member("steps_in_phase", frame.steps_in_phase);
    writer.member("schedule_step", frame.schedule_step);
    writer.member("executed_again", frame.executed_again);
    write_optional(writer, "loss", frame.loss);
    writer.key("identical");
    if (frame.identical)
        writer.value(*frame.identical);
    else
        writer.null();
    writer.member("first_sample", frame.first_sample).member("batch", frame.batch);
    writer.member("seconds", frame.seconds);
    writer.key("spans").begin_array();
    for (const WorkSpan& span : frame.spans) write_span(writer, span);
    writer.end_array();
    writer.key("active_faults").begin_array();
    for (const std::string& fault : frame.active_faults) writer.value(fault);
    writer.end_array().key("ranks").begin_array();
    for (std::size_t r = 0; r < frame.ranks.size(); ++r)
        write_rank(writer, frame.ranks[r], static_cast<std::int64_t>(r),
                   frame.identical.has_value());
    writer.end_array().key("transfers").begin_array();
    for (const TransferRecord& transfer : frame.transfers) write_transfer(writer, transfer);
    writer.end_array().end_object();
}

}  // namespace ringscope
