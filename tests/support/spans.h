#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/train/span.h"

namespace ringscope::test {

// Whether some all-reduce began before the backward pass had ended.
inline bool reduces_early(const std::vector<WorkSpan>& spans) {
    double first_reduce = HUGE_VAL, last_backward = 0;
    for (const WorkSpan& span : spans) {
        if (span.work.kind == WorkKind::backward) last_backward = std::max(last_backward, span.end);
        if (span.work.kind == WorkKind::all_reduce)
            first_reduce = std::min(first_reduce, span.begin);
    }
    return first_reduce < last_backward;
}

}  // namespace ringscope::test
