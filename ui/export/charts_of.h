#pragma once

#include <memory>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/figure.h"

namespace ringscope {

using Charts = std::vector<std::shared_ptr<const Figure>>;

// Every chart that has something to show of a recording, as it stands at its end: nothing else is
// asked, so that the same recording always gives the same charts. What a sweep measured is in the
// session that the recording holds. Made and painted in the window's thread only.
Charts charts_of(const Recording& recording);

// The worksheet and its answer key of a collective that is small enough for paper, else nothing.
Charts worksheets_of(const Recording& recording);

// Whether there is anything to see yet: an empty chart only says what it waits for.
bool has_content(const Figure& figure);

}  // namespace ringscope
