#include "core/train/dump.h"

#include <bit>
#include <ostream>

#include "core/support/digest.h"

namespace ringscope {

void TrainingDump::add(Trainer& trainer, const Frame& frame) {
    ReplicaSet& replicas = trainer.replicas();
    const int world_size = trainer.spec().world_size;
    if (frame.iteration == 0 && frame.phase == FramePhase::backward)
        for (Rank r = 0; r < world_size; ++r) local_gradients_.push_back(replicas.read_gradient(r));
    if (frame.iteration == 0 && frame.phase == FramePhase::update)
        averaged_gradient_ = replicas.read_gradient(0);
    if (frame.phase != FramePhase::equality && frame.phase != FramePhase::iteration) return;
    losses_.push_back(frame.loss.value_or(0));
    const std::int64_t updates = frame.iteration + 1;
    if (updates != 1 && updates != 2 && updates != 10) return;
    for (Rank r = 0; r < world_size; ++r)
        parameters_[updates].push_back(replicas.read_parameters(r));
}

void TrainingDump::write(std::ostream& out, const TrainingTally& tally) const {
    JsonWriter json(out);
    json.begin_object();
    json.key("losses").begin_array();
    for (const double loss : losses_) json.value(loss);
    json.end_array();

    const auto write_vectors = [&json](const Vectors& vectors) {
        json.begin_array();
        for (const std::vector<float>& vector : vectors) json.values(vector);
        json.end_array();
    };
    bool differ = false;
    json.key("parameters").begin_object();
    for (const auto& [updates, ranks] : parameters_) {
        json.key(std::to_string(updates)).values(ranks.front());
        for (const std::vector<float>& vector : ranks)
            differ = differ || !same_bits(vector, ranks.front());
    }
    json.end_object();
    if (differ) {
        json.key("parameters_by_rank").begin_object();
        for (const auto& [updates, ranks] : parameters_) {
            json.key(std::to_string(updates));
            write_vectors(ranks);
        }
        json.end_object();
    }

    json.member("replicas_identical", tally.identical());
    json.key("digests").begin_array();
    for (const std::uint64_t digest : tally.digests()) json.value(hex16(digest));
    json.end_array();
    json.key("local_gradients_step0");
    write_vectors(local_gradients_);
    json.key("averaged_gradient_step0").values(averaged_gradient_);
    json.key("bytes_sent_per_rank").values(tally.bytes_sent());
    json.key("memory_bytes");
    write_memory(json, tally.peak_memory());
    json.end_object();
    out << '\n';
}

}  // namespace ringscope
