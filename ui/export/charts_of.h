#pragma once

#include <memory>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/figure.h"

namespace ringscope {

// Every chart that has something to show of a recording, as it stands at its end. Made and painted
// in the window's thread only.
std::vector<std::unique_ptr<Figure>> charts_of(const Recording& recording);

}  // namespace ringscope
