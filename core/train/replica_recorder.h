#pragma once

#include <vector>

#include "core/trace/frame.h"

namespace ringscope {

// Reads the replicas' vectors for frames. A vector that has the same bits as at the reading before
// keeps its record, so that frames share it; so do ranks with equal parameters.
class ReplicaRecorder {
  public:
    // Keeps references to both.
    ReplicaRecorder(ReplicaSet& replicas, const std::vector<Bucket>& buckets);

    // Reads all ranks from the devices. `bucket` gives the chunks for summaries of long vectors.
    void read_gradients(int bucket);
    void read_parameters();
    // Reads again only the ranks whose last record has another digest than these.
    void read_parameters_unless(const std::vector<std::uint64_t>& digests);

    // The gradients mean nothing from here on.
    void drop_gradients() { gradients_.assign(gradients_.size(), nullptr); }
    void drop_all();

    bool has_parameters() const { return parameters_.front() != nullptr; }
    const VectorPtr& gradient(Rank rank) const {
        return gradients_[static_cast<std::size_t>(rank)];
    }
    const VectorPtr& parameters(Rank rank) const {
        return parameters_[static_cast<std::size_t>(rank)];
    }

  private:
    ReplicaSet& replicas_;
    const std::vector<Bucket>& buckets_;
    std::vector<VectorPtr> gradients_, parameters_;  // [rank]
};

}  // namespace ringscope
