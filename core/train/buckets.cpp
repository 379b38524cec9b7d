#include "core/train/buckets.h"

#include <algorithm>

namespace ringscope {

std::vector<Chunk> bucket_extents(const MlpShape& shape, std::int64_t bucket_bytes) {
    std::vector<Chunk> buckets;
    std::int64_t limit = std::min(first_bucket_bytes, bucket_bytes);
    std::int64_t end = parameter_count(shape);
    const auto take_from = [&](std::int64_t begin) {
        const auto bytes = (end - begin) * static_cast<std::int64_t>(sizeof(float));
        if (bytes < limit && begin > 0) return;
        buckets.push_back({begin, end - begin});
        end = begin;
        limit = bucket_bytes;
    };
    const std::vector<LayerExtent> layers = layer_extents(shape);
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        take_from(layer->biases);
        take_from(layer->weights);
    }
    return buckets;
}

}  // namespace ringscope
