#include "ui/figures/planner_plot.h"

#include <QCoreApplication>

#include "ui/figures/memory_chart.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

struct PlannerPlotWords {
    Q_DECLARE_TR_FUNCTIONS(PlannerPlot)
};

// Table 1 of the ZeRO paper (Rajbhandari et al. 2019) uses decimal gigabytes.
bool is_paper_size(const PlannedModel& model) { return model.parameters >= 1e9; }

QString size_text(const PlannedModel& model, double bytes) {
    if (!is_paper_size(model)) return bytes_text(bytes);
    return PlannerPlotWords::tr("%1 GB").arg(number_text(bytes / 1e9, 7));
}

QString formula(ZeroStage stage, const BytesPerParameter& bytes) {
    const double divided = stage == ZeroStage::none              ? 0
                           : stage == ZeroStage::optimizer_state ? bytes.optimizer_state
                           : stage == ZeroStage::gradients ? bytes.optimizer_state + bytes.gradients
                                                           : bytes.sum();
    const double kept = bytes.sum() - divided;
    QStringList parts;
    if (kept > 0) parts << PlannerPlotWords::tr("%1P").arg(kept);
    if (divided > 0) parts << PlannerPlotWords::tr("%1P/N").arg(divided);
    return parts.join(QStringLiteral("+"));
}

std::vector<double> parts_of(const ModelStates& states) {
    return {states.parameters, states.gradients, states.optimizer_state};
}

}  // namespace

BarPlotData planner_plot(const PlannedModel& model, int devices) {
    BarPlotData plot;
    plot.stem = QStringLiteral("planner");
    plot.title = PlannerPlotWords::tr("Model states of a device");
    plot.y_title = PlannerPlotWords::tr("P = %1 parameters, N = %2 · hatched: formula")
                       .arg(integer_text(qRound64(model.parameters)))
                       .arg(devices);
    plot.y_text = [model](double bytes) { return size_text(model, bytes); };
    plot.binary_y = !is_paper_size(model);
    for (const MemoryCategory category :
         {MemoryCategory::parameters, MemoryCategory::gradients, MemoryCategory::optimizer_state})
        plot.parts.push_back(memory_part(category));
    if (model.measured)
        plot.columns.push_back(
            {PlannerPlotWords::tr("measured"), parts_of(*model.measured), false});
    QStringList words;
    for (int s = 0; s < zero_stages; ++s) {
        const auto stage = static_cast<ZeroStage>(s);
        const ModelStates states = model_states(model.parameters, devices, stage, model.bytes);
        plot.columns.push_back({QString::fromLatin1(name(stage)), parts_of(states), true,
                                formula(stage, model.bytes)});
        words << PlannerPlotWords::tr("%1: %2 = %3")
                     .arg(QString::fromLatin1(name(stage)), formula(stage, model.bytes),
                          size_text(model, states.sum()));
    }
    plot.description = words.join(QStringLiteral("; "));
    if (model.budget) {
        plot.limit = model.budget;
        plot.limit_name = PlannerPlotWords::tr("budget %1").arg(bytes_text(*model.budget));
    }
    plot.empty_text = PlannerPlotWords::tr("Open a training to plan for");
    if (model.parameters <= 0) plot.columns.clear();
    return plot;
}

QString planner_note(const PlannedModel& model, int devices) {
    if (!model.budget) return {};
    QStringList most;
    for (int s = 0; s < zero_stages; ++s) {
        const double each = model_states(1, devices, static_cast<ZeroStage>(s), model.bytes).sum();
        most << PlannerPlotWords::tr("%1 %2").arg(
            QString::fromLatin1(name(static_cast<ZeroStage>(s))),
            integer_text(static_cast<std::int64_t>(*model.budget / each)));
    }
    return PlannerPlotWords::tr("Most parameters within %1: %2")
        .arg(bytes_text(*model.budget), most.join(QStringLiteral(" · ")));
}

PlannedModel planned_model(const RunInfo& info, const Frame& frame) {
    PlannedModel run;
    if (info.kind == RunKind::train && info.optimizer && !frame.ranks.empty()) {
        const MemoryUse& memory = frame.ranks.front().memory;
        const auto bytes = [&](MemoryCategory category) {
            return static_cast<double>(memory[static_cast<std::size_t>(category)]);
        };
        run.parameters = static_cast<double>(info.length);
        run.bytes = float32_bytes(info.optimizer->kind);
        run.measured =
            ModelStates{bytes(MemoryCategory::parameters), bytes(MemoryCategory::gradients),
                        bytes(MemoryCategory::optimizer_state)};
        run.measured_devices = info.world_size;
        if (info.memory_budget_bytes) run.budget = static_cast<double>(*info.memory_budget_bytes);
    }
    return run;
}

BarPart memory_part(MemoryCategory category) {
    return {category_title(category),
            [category](const Theme& theme) { return theme.memory_color(category); }};
}

}  // namespace ringscope
