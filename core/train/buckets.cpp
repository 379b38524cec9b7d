#include "core/train/buckets.h"

#include <algorithm>

namespace ringscope {

namespace {

std::int64_t elements(std::int64_t bucket_bytes) {
    return std::max<std::int64_t>(1, bucket_bytes / static_cast<std::int64_t>(sizeof(float)));
}

}  // namespace

std::int64_t bucket_count(std::int64_t length, std::int64_t bucket_bytes) {
    const std::int64_t size = elements(bucket_bytes);
    return length / size + (length % size == 0 ? 0 : 1);
}

std::vector<Chunk> bucket_extents(std::int64_t length, std::int64_t bucket_bytes) {
    std::vector<Chunk> buckets;
    const std::int64_t size = elements(bucket_bytes);
    for (std::int64_t end = length; end > 0;) {
        const std::int64_t begin = std::max<std::int64_t>(0, end - size);
        buckets.push_back({begin, end - begin});
        end = begin;
    }
    return buckets;
}

}  // namespace ringscope
