#pragma once

#include <memory>
#include <vector>

#include "core/session/sweep.h"
#include "ui/figures/figure.h"

namespace ringscope {

enum class SweepChart { throughput, time, memory };

// Samples per second against N, with the ideal line: N times what one device reached. Time of an
// iteration cut into its shares. Memory of the fullest device by category.
std::shared_ptr<const Figure> sweep_figure(SweepChart chart, const std::vector<SweepPoint>& points);

// Plain words on what the numbers were measured on, cores that ranks shared: in a line, and in
// full.
QString sweep_note(const std::vector<SweepPoint>& points);
QString sweep_explanation(const std::vector<SweepPoint>& points);

}  // namespace ringscope
