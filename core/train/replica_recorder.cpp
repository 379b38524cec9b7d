#include "core/train/replica_recorder.h"

#include <cstring>

namespace ringscope {

namespace {

// By bits: NaN equals itself, and 0 differs from -0.
bool same(const VectorRecord& a, const VectorRecord& b) {
    return a.length == b.length && a.summary.digest == b.summary.digest &&
           a.whole.size() == b.whole.size() &&
           (a.whole.empty() ||
            std::memcmp(a.whole.data(), b.whole.data(), a.whole.size() * sizeof(float)) == 0) &&
           a.by_chunk.size() == b.by_chunk.size() &&
           std::equal(a.by_chunk.begin(), a.by_chunk.end(), b.by_chunk.begin(),
                      [](const Summary& x, const Summary& y) {
                          return x.digest == y.digest && x.count == y.count;
                      });
}

void replace(VectorPtr& kept, VectorPtr now) {
    if (!kept || !same(*kept, *now)) kept = std::move(now);
}

}  // namespace

ReplicaRecorder::ReplicaRecorder(ReplicaSet& replicas, const std::vector<Bucket>& buckets)
    : replicas_(replicas),
      buckets_(buckets),
      gradients_(static_cast<std::size_t>(replicas.world_size())),
      parameters_(gradients_.size()) {}

void ReplicaRecorder::read_gradients(int bucket) {
    for (Rank r = 0; r < replicas_.world_size(); ++r)
        replace(
            gradients_[static_cast<std::size_t>(r)],
            record_vector(replicas_.read_gradient(r), buckets_[static_cast<std::size_t>(bucket)]));
}

void ReplicaRecorder::read_parameters() {
    for (std::size_t r = 0; r < parameters_.size(); ++r) {
        replace(parameters_[r],
                record_vector(replicas_.read_parameters(static_cast<Rank>(r)), buckets_.front()));
        if (r > 0 && same(*parameters_[r], *parameters_[r - 1]))
            parameters_[r] = parameters_[r - 1];
    }
}

void ReplicaRecorder::read_parameters_unless(const std::vector<std::uint64_t>& digests) {
    for (std::size_t r = 0; r < parameters_.size(); ++r)
        if (!parameters_[r] || parameters_[r]->summary.digest != digests[r])
            parameters_[r] =
                record_vector(replicas_.read_parameters(static_cast<Rank>(r)), buckets_.front());
}

void ReplicaRecorder::drop_all() {
    drop_gradients();
    parameters_.assign(parameters_.size(), nullptr);
}

}  // namespace ringscope
