#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "app/commands/ring_report.h"
#include "core/collective/traffic.h"
#include "core/support/json.h"

namespace ringscope {

namespace {

// "Ring all-reduce", "Halving-doubling all-reduce".
std::string heading(const Schedule& schedule) {
    std::string text = schedule.algorithm + " all-reduce";
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

// Of a longer run of numbers only these many are printed.
constexpr std::size_t numbers_in_a_line = 8;

template <typename Number>
std::string plain(Number number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    std::string text = json_number(number);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

// A number of bytes with one digit behind the point where it is no whole one.
std::string rounded(double bytes) { return plain(std::round(10 * bytes) / 10); }

std::string line_of(std::span<const float> numbers) {
    if (numbers.empty()) return "(empty)";
    std::string text;
    for (const float number : numbers.first(std::min(numbers.size(), numbers_in_a_line)))
        text += (text.empty() ? "" : " ") + plain(number);
    if (numbers.size() > numbers_in_a_line)
        text += " ... (" + std::to_string(numbers.size()) + " numbers)";
    return text;
}

class TextRingReport : public RingReport {
  public:
    TextRingReport(std::ostream& out, RingDetail detail) : out_(out), detail_(detail) {}

    void begin(const Schedule& schedule, const Placement& placement,
               const Vectors& initial) override {
        out_ << heading(schedule) << " of " << schedule.length
             << (schedule.length == 1 ? " number" : " numbers") << " on " << schedule.world_size
             << (schedule.world_size == 1 ? " device" : " devices")
             << (schedule.algorithm == "ring" ? ", " + schedule.ownership + " ownership" : "")
             << "\nPlacement: " << placement.summary << '\n';
        if (detail_ == RingDetail::full) write(initial);
    }

    void step(const Schedule& schedule, const Step& step,
              const std::vector<TransferReport>& messages, const Vectors& before,
              const Vectors& after) override {
        if (detail_ == RingDetail::none) return;
        out_ << '\n'
             << name(step.phase) << ", step " << step.index_in_phase + 1 << " of "
             << steps_in_phase(schedule, step.phase) << '\n';
        Vectors now = before;  // where several meet in a chunk, each finds the sum so far
        for (const TransferReport& message : messages) write(schedule, step, message, before, now);
        if (detail_ == RingDetail::full) write(after);
    }

    void end(const Schedule& schedule, const std::vector<float>& sum,
             const std::vector<std::int64_t>& bytes_sent) override {
        out_ << "\nEvery device ends with the same bits.\n  sum      " << line_of(sum)
             << "\n  average  ";
        if (sum.empty()) out_ << "(empty)";
        for (std::size_t i = 0; i < std::min(sum.size(), numbers_in_a_line); ++i)
            out_ << (i ? " " : "")
                 << plain(static_cast<float>(double{sum[i]} / schedule.world_size));
        out_ << (sum.size() > numbers_in_a_line ? " ..." : "") << "\nBytes sent by each device:";
        for (const std::int64_t bytes : bytes_sent) out_ << ' ' << bytes;
        out_ << " (" << std::accumulate(bytes_sent.begin(), bytes_sent.end(), std::int64_t{0})
             << " in all; on average no all-reduce needs less than 2(N-1)/N x S = "
             << rounded(ideal_bytes_per_rank(schedule.world_size, schedule.length)) << " each)\n";
    }

  private:
    void write(const Vectors& vectors) {
        for (std::size_t rank = 0; rank < vectors.size(); ++rank)
            out_ << "  device " << rank << "  " << line_of(vectors[rank]) << '\n';
    }

    void write(const Schedule& schedule, const Step& step, const TransferReport& message,
               const Vectors& before, Vectors& now) {
        const Transfer& transfer = message.transfer;
        const bool adds = transfer.op == TransferOp::add;
        out_ << "  " << transfer.from << " -> " << transfer.to << "  c" << transfer.chunk
             << (adds ? " += " : " = ");
        const Chunk& chunk = schedule.chunks[static_cast<std::size_t>(transfer.chunk)];
        if (detail_ != RingDetail::full) {
            out_ << message.bytes << " bytes\n";
            return;
        }
        const auto part = [&](Rank rank) {
            return std::span<const float>(before[static_cast<std::size_t>(rank)])
                .subspan(static_cast<std::size_t>(chunk.offset),
                         static_cast<std::size_t>(chunk.count));
        };
        const std::span<const float> sent = part(transfer.from);
        out_ << line_of(sent);
        // In rank order the sum is not one of what was there and what comes.
        if (adds && chunk.count == 1 && !step.rank_order) {
            float& own =
                now[static_cast<std::size_t>(transfer.to)][static_cast<std::size_t>(chunk.offset)];
            out_ << "   (" << plain(own) << " + " << plain(sent[0]) << " = ";
            own += sent[0];
            out_ << plain(own) << ')';
        }
        out_ << '\n';
    }

    std::ostream& out_;
    RingDetail detail_;
};

}  // namespace

std::unique_ptr<RingReport> text_ring_report(std::ostream& out, RingDetail detail) {
    return std::make_unique<TextRingReport>(out, detail);
}

}  // namespace ringscope
