#pragma once

#include <optional>

#include "core/planner/memory_model.h"
#include "core/trace/frame.h"
#include "ui/figures/bar_plot.h"

namespace ringscope {

// What is planned: a model and its bytes, and what was measured of it, if anything.
struct PlannedModel {
    double parameters = 0;
    BytesPerParameter bytes;
    std::optional<ModelStates> measured;  // on one device of the run
    int measured_devices = 1;
    std::optional<double> budget;  // bytes a device
};

// Columns: what the run really holds, then data parallelism and ZeRO 1 to 3 by formula.
BarPlotData planner_plot(const PlannedModel& model, int devices);

// "P ≤ ...": for data parallelism and each ZeRO stage, the most parameters whose states fit into
// the budget; empty without a budget.
QString planner_note(const PlannedModel& model, int devices);

// A run's own model and what a device of it holds; without parameters for a bare collective.
PlannedModel planned_model(const RunInfo& info, const Frame& frame);

// A category of memory as a part of columns.
BarPart memory_part(MemoryCategory category);

}  // namespace ringscope
