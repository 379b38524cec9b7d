#include <numeric>
#include <span>

#include "app/commands/ring_report.h"
#include "core/collective/traffic.h"
#include "core/support/json.h"

namespace ringscope {

namespace {

class JsonRingReport : public RingReport {
  public:
    JsonRingReport(std::ostream& out, RingDetail detail) : out_(out), json_(out), detail_(detail) {}

    void begin(const Schedule& schedule, const Placement&, const Vectors& initial) override {
        json_.begin_object();
        json_.member("n", schedule.world_size).member("length", schedule.length);
        json_.member("chunk_rule", "balanced").key("ownership");
        if (schedule.ownership.empty())
            json_.null().member("algorithm", schedule.algorithm);
        else
            json_.value(schedule.ownership);
        json_.key("chunks").begin_array();
        for (const Chunk& chunk : schedule.chunks)
            json_.begin_object()
                .member("offset", chunk.offset)
                .member("count", chunk.count)
                .end_object();
        json_.end_array();
        if (detail_ == RingDetail::full) write("initial", initial);
        if (detail_ != RingDetail::none) json_.key("steps").begin_array();
    }

    void step(const Schedule& schedule, const Step& step,
              const std::vector<TransferReport>& messages, const Vectors& before,
              const Vectors& after) override {
        if (detail_ == RingDetail::none) return;
        json_.begin_object();
        json_.member("phase", name(step.phase)).member("s", step.index_in_phase);
        json_.key("messages").begin_array();
        for (const TransferReport& message : messages) write(schedule, message, before);
        json_.end_array();
        if (detail_ == RingDetail::full) write("after", after);
        json_.end_object();
    }

    void end(const Schedule& schedule, const std::vector<float>& sum,
             const std::vector<std::int64_t>& bytes_sent) override {
        if (detail_ != RingDetail::none) json_.end_array();
        json_.key("owner_after_reduce_scatter").begin_object();
        for (Rank rank = 0; rank < schedule.world_size; ++rank)
            for (std::size_t chunk = 0; chunk < schedule.owners.size(); ++chunk)
                if (schedule.owners[chunk] == rank) json_.member(std::to_string(chunk), rank);
        json_.end_object();
        json_.key("result_sum").values(sum);
        json_.key("result_average").begin_array();
        for (const float element : sum) json_.value(double{element} / schedule.world_size);
        json_.end_array();
        json_.key("bytes_sent_per_rank").values(bytes_sent);
        json_.member("bytes_sent_total",
                     std::accumulate(bytes_sent.begin(), bytes_sent.end(), std::int64_t{0}));
        json_.member("ideal_bytes_per_rank",
                     ideal_bytes_per_rank(schedule.world_size, schedule.length));
        json_.end_object();
        out_ << '\n';
    }

  private:
    void write(const char* key, const Vectors& vectors) {
        json_.key(key).begin_array();
        for (const std::vector<float>& vector : vectors) json_.values(vector);
        json_.end_array();
    }

    void write(const Schedule& schedule, const TransferReport& message, const Vectors& before) {
        const Transfer& transfer = message.transfer;
        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(transfer.chunk)];
        json_.begin_object();
        json_.member("from", transfer.from).member("to", transfer.to);
        json_.member("chunk", transfer.chunk).member("offset", chunk.offset);
        json_.member("count", chunk.count).member("bytes", message.bytes);
        if (detail_ == RingDetail::full) {
            const std::span<const float> sender = before[static_cast<std::size_t>(transfer.from)];
            json_.key("values").values(sender.subspan(static_cast<std::size_t>(chunk.offset),
                                                      static_cast<std::size_t>(chunk.count)));
        }
        json_.end_object();
    }

    std::ostream& out_;
    JsonWriter json_;
    RingDetail detail_;
};

}  // namespace

std::unique_ptr<RingReport> json_ring_report(std::ostream& out, RingDetail detail) {
    return std::make_unique<JsonRingReport>(out, detail);
}

}  // namespace ringscope
