#include "core/trace/chrome_trace.h"

#include <algorithm>
#include <bit>
#include <string>

#include "core/support/error.h"
#include "core/support/json.h"

namespace ringscope {

namespace {

// Tracks of a device, in the order in which they are shown.
enum Track { computing = 1, sending = 2, receiving = 3, commands = 4, all_reduces = 5 };

std::string words(const Work& work) {
    std::string text = name(work.kind);
    if (work.last_layer > work.first_layer + 1)
        text += " layers " + std::to_string(work.last_layer) + " to " +
                std::to_string(work.first_layer + 1);
    else if (work.last_layer >= 0)
        text += " layer " + std::to_string(work.last_layer);
    if (work.bucket >= 0) text += " bucket " + std::to_string(work.bucket);
    if (work.step >= 0) text += " step " + std::to_string(work.step + 1);
    return text;
}

class TraceWriter {
  public:
    // any_spans: some frame has measured times of commands.
    TraceWriter(std::ostream& out, const RunInfo& info, bool any_spans)
        : out_(out), json_(out), info_(info), any_spans_(any_spans) {}

    void begin() {
        json_.begin_object();
        json_.member("displayTimeUnit", "ms");
        json_.key("otherData").begin_object();
        json_.member("program", "Ringscope " + info_.program_version);
        json_.member("title", info_.title);
        json_.member("world_size", info_.world_size);
        json_.member("placement", info_.placement.summary);
        json_.member("times", "measured: wall time of each recorded frame, the same for all ranks");
        json_.member("commands", any_spans_
                                     ? "measured: start and end of the devices' commands, by rank"
                                     : "not measured in this recording");
        json_.end_object();
        json_.key("traceEvents").begin_array();
        for (Rank r = 0; r < info_.world_size; ++r) name_device(r);
    }

    void add(const Frame& frame) {
        const double length =
            std::max(0.0, frame.seconds * 1e6);  // in microseconds, as all times here
        for (std::size_t r = 0; r < frame.ranks.size(); ++r) {
            const auto rank = static_cast<Rank>(r);
            if (frame.phase != FramePhase::start) add_span(frame, rank, length);
            add_memory(frame.ranks[r], rank, length);
        }
        for (const WorkSpan& span : frame.spans) add_command(frame, span);
        for (const TransferRecord& record : frame.transfers) add_transfer(record, length);
        now_ += length;
    }

    void end() {
        json_.end_array();
        json_.end_object();
        out_ << '\n';
    }

  private:
    JsonWriter& event(const char* kind, const std::string& name, Rank rank, int track,
                      double time) {
        json_.begin_object();
        json_.member("ph", kind).member("name", name).member("pid", rank).member("tid", track);
        return json_.member("ts", time);
    }

    void metadata(const char* what, Rank rank, int track, const std::string& text) {
        event("M", what, rank, track, 0);
        json_.key("args").begin_object().member("name", text).end_object();
        json_.end_object();
    }

    void name_device(Rank rank) {
        std::string label = "Device " + std::to_string(rank);
        if (static_cast<std::size_t>(rank) < info_.placement.ranks.size())
            label += " (" + info_.placement.ranks[static_cast<std::size_t>(rank)].label + ")";
        metadata("process_name", rank, computing, label);
        event("M", "process_sort_index", rank, computing, 0);
        json_.key("args").begin_object().member("sort_index", rank).end_object();
        json_.end_object();
        metadata("thread_name", rank, computing, "phases");
        if (any_spans_) metadata("thread_name", rank, commands, "commands");
        if (info_.world_size == 1) return;
        if (any_spans_) metadata("thread_name", rank, all_reduces, "commands: all-reduce");
        metadata("thread_name", rank, sending, "sends");
        metadata("thread_name", rank, receiving, "receives");
    }

    void add_span(const Frame& frame, Rank rank, double length) {
        std::string title = name(frame.phase);
        if (frame.schedule_step >= 0) title += " step " + std::to_string(frame.step + 1);
        event("X", title, rank, computing, now_);
        json_.member("dur", length).member("cat", name(frame.phase));
        json_.key("args").begin_object().member("iteration", frame.iteration);
        if (frame.schedule_step >= 0) json_.member("bucket", frame.bucket);
        const RankRecord& record = frame.ranks[static_cast<std::size_t>(rank)];
        if (record.loss) json_.member("loss", *record.loss);
        if (frame.identical) json_.member("replicas_identical", *frame.identical);
        json_.end_object();
        json_.end_object();
    }

    // What the device measured of one command, or of several for the same work.
    void add_command(const Frame& frame, const WorkSpan& span) {
        const bool reduces = span.work.kind == WorkKind::all_reduce;
        for (Rank rank = 0; rank < info_.world_size; ++rank) {
            if ((span.ranks >> rank & 1) == 0) continue;
            event("X", words(span.work), rank, reduces ? all_reduces : commands,
                  now_ + span.begin * 1e6);
            json_.member("dur", (span.end - span.begin) * 1e6).member("cat", name(span.work.kind));
            json_.key("args").begin_object().member("iteration", frame.iteration);
            json_.member("ranks_served", std::popcount(span.ranks)).end_object();
            json_.end_object();
        }
    }

    // A span on either side, and an arrow from one to the other.
    void add_transfer(const TransferRecord& record, double length) {
        const Transfer& t = record.report.transfer;
        const std::string chunk = "chunk " + std::to_string(t.chunk);
        const auto span = [&](Rank rank, Track track, const std::string& title) {
            event("X", title, rank, track, now_);
            json_.member("dur", length).member("cat", "transfer");
            json_.key("args").begin_object().member("bytes", record.report.bytes);
            json_.member("operation", t.op == TransferOp::add ? "add" : "copy");
            json_.member("route", name(record.report.route)).end_object();
            json_.end_object();
        };
        span(t.from, sending, chunk + " to " + std::to_string(t.to));
        span(t.to, receiving, chunk + " from " + std::to_string(t.from));
        event("s", "hop", t.from, sending, now_);
        json_.member("cat", "hop").member("id", ++hop_).end_object();
        event("f", "hop", t.to, receiving, now_ + length / 2);
        json_.member("cat", "hop").member("id", hop_).member("bp", "e").end_object();
    }

    void add_memory(const RankRecord& record, Rank rank, double length) {
        event("C", "memory (bytes)", rank, computing, now_ + length);
        json_.key("args").begin_object();
        for (int c = 0; c < memory_categories; ++c)
            json_.member(name(static_cast<MemoryCategory>(c)),
                         record.memory[static_cast<std::size_t>(c)]);
        json_.end_object();
        json_.end_object();
    }

    std::ostream& out_;
    JsonWriter json_;
    const RunInfo& info_;
    bool any_spans_;
    double now_ = 0;
    std::int64_t hop_ = 0;
};

bool any_spans(const Recording& recording) {
    for (std::int64_t i = 0; i < recording.iterations(); ++i)
        for (const FramePtr& frame : recording.frames(i))
            if (!frame->spans.empty()) return true;
    return false;
}

}  // namespace

void write_chrome_trace(std::ostream& out, const Recording& recording, const Progress& progress) {
    const std::int64_t iterations = recording.iterations();
    TraceWriter trace(out, recording.info(), any_spans(recording));
    trace.begin();
    for (std::int64_t i = 0; i < iterations; ++i) {
        if (progress && !progress(static_cast<double>(i) / static_cast<double>(iterations)))
            throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
        for (const FramePtr& frame : recording.frames(i)) trace.add(*frame);
    }
    trace.end();
}

}  // namespace ringscope
