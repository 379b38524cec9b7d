#include "ui/stage/kept_values.h"

#include <cmath>

#include "ui/figures/number_text.h"

namespace ringscope {

std::span<const float> kept(const VectorPtr& part) {
    if (!part) return {};
    return part->whole.empty() ? std::span(part->summary.first) : std::span(part->whole);
}

QString value_at(std::span<const float> values, std::size_t index) {
    return index < values.size() ? number_text(values[index], 9) : QString();
}

std::size_t telling_element(std::span<const float> values) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) return i;
        if (std::abs(values[i]) > std::abs(values[best])) best = i;
    }
    return best;
}

}  // namespace ringscope
