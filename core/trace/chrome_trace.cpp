#include "core/trace/chrome_trace.h"

#include <algorithm>
#include <string>

#include "core/support/error.h"
#include "core/support/json.h"

namespace ringscope {

namespace {

// Tracks of a device, in the order in which they are shown.
enum Track { computing = 1, sending = 2, receiving = 3 };

class TraceWriter {
  public:
    TraceWriter(std::ostream& out, const RunInfo& info) : out_(out), json_(out), info_(info) {}

    void begin() {
        json_.begin_object();
        json_.member("displayTimeUnit", "ms");
        json_.key("otherData").begin_object();
        json_.member("program", "Ringscope " + info_.program_version);
        json_.member("title", info_.title);
        json_.member("world_size", info_.world_size);
        json_.member("placement", info_.placement.summary);
        json_.member("times", "measured: wall time of each recorded frame, the same for all ranks");
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
        if (info_.world_size == 1) return;
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
    double now_ = 0;
    std::int64_t hop_ = 0;
};

}  // namespace

void write_chrome_trace(std::ostream& out, const Recording& recording, const Progress& progress) {
    TraceWriter trace(out, recording.info());
    trace.begin();
    const std::int64_t iterations = recording.iterations();
    for (std::int64_t i = 0; i < iterations; ++i) {
        if (progress && !progress(static_cast<double>(i) / static_cast<double>(iterations)))
            throw Error(ErrorCode::cancelled, "export", "stopped; nothing was kept");
        for (const FramePtr& frame : recording.frames(i)) trace.add(*frame);
    }
    trace.end();
}

}  // namespace ringscope
