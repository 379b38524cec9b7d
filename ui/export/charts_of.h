#pragma once

#include <memory>
#include <vector>

#include "core/trace/recording.h"
#include "ui/figures/chart_figure.h"

namespace ringscope {

// Every chart that has something to show of a recording, as it stands at its end.
std::vector<std::unique_ptr<ChartFigure>> charts_of(const Recording& recording);

}  // namespace ringscope
