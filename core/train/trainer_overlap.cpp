#include <algorithm>

#include "core/model/mlp_layout.h"
#include "core/train/trainer.h"

namespace ringscope {

// Whether buckets may be reduced while the backward pass goes on: no fault needs the whole local
// gradient first. With one bucket there is nothing that could go on.
bool Trainer::overlaps() const {
    const bool as_computed =
        std::all_of(plan_->gradient_factor.begin(), plan_->gradient_factor.end(),
                    [](float factor) { return factor == 1; }) &&
        std::none_of(plan_->own_gradient.begin(), plan_->own_gradient.end(),
                     [](bool own) { return own; }) &&
        std::none_of(plan_->faults.begin(), plan_->faults.end(),
                     [](const Fault& fault) { return fault.kind == FaultKind::nan; });
    return spec_.collective.overlap && spec_.world_size > 1 && info_.buckets.size() > 1 &&
           as_computed && undisturbed();
}

// Backward pass, weighting and all-reduces: as soon as a bucket's layers have their gradients, its
// all-reduce is enqueued, and then the backward pass of the layers before. The same work on each
// element in the same order as phase by phase. Returns the number of stages that were done.
std::size_t Trainer::run_overlapped() {
    const bool weights = plan_->stages[next_stage_ + 1].phase == FramePhase::weight;
    std::size_t stages = weights ? 2 : 1;
    const std::vector<LayerExtent> layers = layer_extents(spec_.model.shape);
    auto done = layers.size();  // from this layer on there are gradients
    replicas_->overlap_all_reduces(true);
    for (std::size_t b = 0; b < info_.buckets.size(); ++b) {
        const Bucket& bucket = info_.buckets[b];
        std::size_t first = done;
        while (first > 0 && layers[first - 1].biases + layers[first - 1].outputs > bucket.offset)
            --first;
        const auto number = static_cast<int>(b);
        if (first < done) {
            const Work work{WorkKind::backward, static_cast<int>(first), static_cast<int>(done)};
            replicas_->next_work(work);
            replicas_->backward_layers(work.first_layer, work.last_layer);
        }
        done = first;
        if (weights) {
            replicas_->next_work({WorkKind::weight, -1, -1, number});
            replicas_->scale_gradients(plan_->weight, {bucket.offset, bucket.schedule.length});
        }
        stages += run_bucket(number);
    }
    replicas_->overlap_all_reduces(false);
    return stages;
}

}  // namespace ringscope
