#include "core/train/report.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "core/support/digest.h"
#include "core/train/placement_json.h"

namespace ringscope {

void TrainingTally::add(const Frame& frame) {
    peak_memory_.resize(frame.ranks.size(), MemoryUse{});
    for (std::size_t r = 0; r < frame.ranks.size(); ++r)
        for (std::size_t c = 0; c < frame.ranks[r].memory.size(); ++c)
            peak_memory_[r][c] = std::max(peak_memory_[r][c], frame.ranks[r].memory[c]);
    if (frame.phase == FramePhase::start) {
        bytes_sent_.assign(frame.ranks.size(), 0);
    } else {
        seconds_ += frame.seconds;
    }
    if (!frame.identical) return;  // digests were not compared
    digests_.clear();
    for (const RankRecord& rank : frame.ranks) digests_.push_back(rank.digest);
    if (frame.phase == FramePhase::start) return;
    ++iterations_;
    samples_ += frame.batch;
    for (std::size_t r = 0; r < frame.ranks.size(); ++r) bytes_sent_[r] = frame.ranks[r].bytes_sent;
    if (!*frame.identical && !first_difference_) first_difference_ = frame.iteration;
}

double TrainingTally::samples_per_second() const {
    return seconds_ > 0 ? static_cast<double>(samples_) / seconds_ : 0;
}

TrainingReport report_of(Trainer& trainer, const TrainingTally& tally) {
    return {trainer.spec().world_size, trainer.outcome(), tally, trainer.info().placement};
}

void write_memory(JsonWriter& json, const std::vector<MemoryUse>& memory) {
    json.begin_object();
    for (int c = 0; c < memory_categories; ++c) {
        std::vector<std::int64_t> ranks;
        for (const MemoryUse& use : memory) ranks.push_back(use[static_cast<std::size_t>(c)]);
        json.key(name(static_cast<MemoryCategory>(c))).values(ranks);
    }
    json.end_object();
}

namespace {

void write_accuracy(JsonWriter& json, std::string_view key, const std::optional<double>& value) {
    json.key(key);
    if (value)
        json.value(*value);
    else
        json.null();
}

std::string percent(double part) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << 100 * part << " %";
    return text.str();
}

std::string bytes_in_words(const std::vector<std::int64_t>& bytes) {
    const auto [least, most] = std::minmax_element(bytes.begin(), bytes.end());
    if (bytes.empty()) return "none";
    if (*least == *most) return std::to_string(*most) + " a rank";
    return std::to_string(*least) + " to " + std::to_string(*most) + " a rank";
}

}  // namespace

void write_json(std::ostream& out, const TrainingReport& report) {
    JsonWriter json(out);
    json.begin_object();
    json.member("world_size", report.world_size);
    json.member("iterations", report.tally.iterations());
    json.member("final_loss", report.outcome.final_loss);
    write_accuracy(json, "train_accuracy", report.outcome.train_accuracy);
    write_accuracy(json, "test_accuracy", report.outcome.test_accuracy);
    json.member("replicas_identical", report.tally.identical());
    json.key("digests").begin_array();
    for (const std::uint64_t digest : report.tally.digests()) json.value(hex16(digest));
    json.end_array();
    json.member("samples_per_s", report.tally.samples_per_second());
    json.key("bytes_sent_per_rank").values(report.tally.bytes_sent());
    json.key("memory_bytes");
    write_memory(json, report.tally.peak_memory());
    json.key("placement");
    write_placement(json, report.placement);
    json.end_object();
    out << '\n';
}

void write_text(std::ostream& out, const TrainingReport& report) {
    const TrainingTally& tally = report.tally;
    const auto line = [&out](const std::string& what, const auto& value) {
        out << std::left << std::setw(22) << what << value << '\n';
    };
    line("placement", report.placement.summary);
    line("world size", report.world_size);
    line("iterations", tally.iterations());
    line("final loss", report.outcome.final_loss);
    if (report.outcome.train_accuracy)
        line("train accuracy", percent(*report.outcome.train_accuracy));
    if (report.outcome.test_accuracy) line("test accuracy", percent(*report.outcome.test_accuracy));
    line("replicas identical", tally.identical() ? "yes, after every iteration"
                                                 : "no, they differ since iteration " +
                                                       std::to_string(*tally.first_difference()));
    for (std::size_t r = 0; r < tally.digests().size(); ++r)
        line("digest of rank " + std::to_string(r), hex16(tally.digests()[r]));
    line("samples a second", static_cast<std::int64_t>(tally.samples_per_second()));
    line("bytes sent", bytes_in_words(tally.bytes_sent()) + " in an iteration");
    std::vector<std::int64_t> memory;
    for (const MemoryUse& use : tally.peak_memory()) {
        memory.push_back(0);
        for (const std::int64_t bytes : use) memory.back() += bytes;
    }
    line("bytes of memory", bytes_in_words(memory) + " at most");
}

}  // namespace ringscope
