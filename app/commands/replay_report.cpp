#include "app/commands/replay_report.h"

#include <cmath>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/support/digest.h"
#include "core/support/json.h"
#include "core/trace/frame_json.h"
#include "core/train/placement_json.h"

namespace ringscope {

namespace {

// The session as it stands in the file; null when it is not JSON.
void write_session(JsonWriter& json, const std::string& session) {
    json.key("session");
    const auto parsed = nlohmann::json::parse(session, nullptr, false);
    if (parsed.is_discarded())
        json.null();
    else
        json.raw(parsed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// Empty where nothing was compared, as in a collective.
std::optional<bool> identical_throughout(const Recording& recording) {
    std::optional<bool> identical;
    for (std::int64_t i = 0; i < recording.iterations(); ++i)
        for (const FramePtr& frame : recording.frames(i))
            if (frame->identical) identical = identical.value_or(true) && *frame->identical;
    return identical;
}

void write_iteration(JsonWriter& json, const Recording& recording, std::int64_t iteration) {
    const FramePtr last = recording.summary(iteration);
    json.begin_object().member("iteration", iteration);
    json.member("first_frame", recording.number_of({iteration, 0}));
    json.member("frames", recording.frames_in(iteration));
    json.member("only_summary", recording.only_summary(iteration));
    json.key("loss");
    if (last->loss)
        json.value(*last->loss);
    else
        json.null();
    json.key("digests").begin_array();
    for (const RankRecord& rank : last->ranks) json.value(hex16(rank.digest));
    json.end_array().key("bytes_sent_per_rank").begin_array();
    for (const RankRecord& rank : last->ranks) json.value(rank.bytes_sent);
    json.end_array().end_object();
}

// For people, unlike in JSON, NaN and infinities have names.
template <typename Number>
std::string number_text(Number number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return json_number(number);
}

std::string first_values(const VectorPtr& vector) {
    if (!vector) return "-";
    std::string text;
    const std::vector<float>& first = vector->summary.first;
    for (std::size_t i = 0; i < first.size(); ++i) text += (i ? " " : "") + number_text(first[i]);
    return text + (vector->length > std::ssize(first) ? " ..." : "");
}

std::string optional_number(const std::optional<double>& value) {
    return value ? number_text(*value) : "-";
}

}  // namespace

void print_summary_json(std::ostream& out, const OpenedRecording& opened) {
    const Recording& recording = *opened.recording;
    const RunInfo& info = recording.info();
    JsonWriter json(out);
    json.begin_object();
    json.member("program_version", info.program_version);
    json.member("kind", name(info.kind)).member("title", info.title);
    json.member("world_size", info.world_size).member("length", info.length);
    json.member("complete", opened.warning.empty()).key("warning");
    if (opened.warning.empty())
        json.null();
    else
        json.value(opened.warning);
    json.member("frames", recording.frame_count());
    json.key("replicas_identical");
    if (const auto identical = identical_throughout(recording))
        json.value(*identical);
    else
        json.null();
    json.key("checkpoints").begin_array();
    for (const CheckpointPtr& checkpoint : recording.checkpoints())
        json.value(checkpoint->iteration);
    json.end_array().key("iterations").begin_array();
    for (std::int64_t i = 0; i < recording.iterations(); ++i) write_iteration(json, recording, i);
    json.end_array().key("placement");
    write_placement(json, info.placement);
    write_session(json, info.session_json);
    json.end_object();
    out << '\n';
}

void print_summary_text(std::ostream& out, const OpenedRecording& opened) {
    const Recording& recording = *opened.recording;
    const RunInfo& info = recording.info();
    out << info.title << '\n'
        << (info.kind == RunKind::train ? "training" : "one all-reduce") << ", " << info.world_size
        << " devices, " << info.length << " numbers each (" << info.placement.summary << ")\n"
        << recording.frame_count() << " frames of " << recording.iterations() << " iterations, "
        << recording.checkpoints().size() << " checkpoints, "
        << (opened.warning.empty() ? "complete" : "cut off") << '\n';
    if (recording.iterations() == 0) return;
    const FramePtr first = recording.summary(0);
    const FramePtr last = recording.summary(recording.iterations() - 1);
    if (first->loss && last->loss)
        out << "loss " << number_text(*first->loss) << " in iteration 0, "
            << number_text(*last->loss) << " in iteration " << last->iteration << '\n';
    if (const auto identical = identical_throughout(recording))
        out << "replicas " << (*identical ? "identical to the bit whenever compared" : "differ")
            << '\n';
}

void print_frame_text(std::ostream& out, const Frame& frame, std::int64_t number) {
    out << "frame " << number << ": iteration " << frame.iteration << ", " << name(frame.phase);
    if (frame.schedule_step >= 0)
        out << " step " << frame.step + 1 << " of " << frame.steps_in_phase << ", bucket "
            << frame.bucket;
    out << (frame.executed_again ? " (executed again)\n" : "\n");
    if (frame.loss) out << "loss " << number_text(*frame.loss) << '\n';
    if (frame.identical) out << "replicas " << (*frame.identical ? "identical\n" : "differ\n");
    for (const std::string& fault : frame.active_faults) out << "fault: " << fault << '\n';
    for (const TransferRecord& t : frame.transfers)
        out << "  c" << t.report.transfer.chunk << "  " << t.report.transfer.from << " -> "
            << t.report.transfer.to << "  "
            << (t.report.transfer.op == TransferOp::add ? "+= " : "= ") << first_values(t.sent)
            << "  (" << t.report.bytes << " bytes, " << name(t.report.route) << ")\n";
    for (std::size_t r = 0; r < frame.ranks.size(); ++r) {
        const RankRecord& rank = frame.ranks[r];
        out << "Device " << r << ": gradient " << first_values(rank.gradient) << "; parameters "
            << first_values(rank.parameters) << "; loss " << optional_number(rank.loss)
            << "; digest " << hex16(rank.digest) << "; sent " << rank.bytes_sent << " bytes\n";
    }
}

}  // namespace ringscope
