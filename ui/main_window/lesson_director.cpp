#include "ui/main_window/lesson_director.h"

#include "core/train/faults.h"
#include "ui/main_window/document.h"
#include "ui/main_window/experiments.h"
#include "ui/main_window/laboratory.h"
#include "ui/main_window/stage_card.h"
#include "ui/main_window/workspace.h"

namespace ringscope {

namespace {

bool fits_target(const Frame& frame, const nlohmann::json& target) {
    return frame.phase != FramePhase::start &&
           name(frame.phase) == target.value("phase", std::string("shard")) &&
           frame.step == target.value("step", 0) && frame.bucket == 0;
}

// Where the frame is, if it was recorded.
std::optional<Position> find_frame(const Recording& recording, const nlohmann::json& target) {
    const std::int64_t iteration = target.value("iteration", 0);
    for (std::int64_t f = 0; f < recording.frames_in(iteration); ++f)
        if (fits_target(*recording.frame({iteration, f}), target)) return Position{iteration, f};
    return std::nullopt;
}

}  // namespace

LessonDirector::LessonDirector(const Bench& bench, QObject* parent)
    : QObject(parent), bench_(bench) {
    connect(&bench_.player, &Player::shown, this, &LessonDirector::wake);
    connect(&bench_.player, &Player::state_changed, this, &LessonDirector::wake);
    connect(&bench_.document, &Document::hardware_changed, this, &LessonDirector::wake);
    connect(&bench_.engine, &Engine::faults_changed, this, [this] {
        if (!actions_.empty() && actions_.front().verb == "faults")
            actions_.pop_front(), started_ = false;
        wake();
    });
    connect(&bench_.document, &Document::problem, this, [this] { actions_.clear(); });
}

void LessonDirector::use(Experiments& experiments) {
    experiments_ = &experiments;
    connect(experiments_, &Experiments::measured, this, &LessonDirector::wake);
}

void LessonDirector::perform(const std::vector<GuideAction>& actions) {
    actions_.assign(actions.begin(), actions.end());
    started_ = false;
    wake();
}

// Signals come in the middle of what causes them.
void LessonDirector::wake() {
    if (actions_.empty() || std::exchange(woken_, true)) return;
    QMetaObject::invokeMethod(this, &LessonDirector::proceed, Qt::QueuedConnection);
}

void LessonDirector::proceed() {
    woken_ = false;
    while (!actions_.empty()) {
        const GuideAction action = actions_.front();
        if (!done(action)) return;
        if (actions_.empty()) return;
        actions_.pop_front();
        started_ = false;
    }
}

bool LessonDirector::done(const GuideAction& action) {
    if (action.verb == "open") return opened(action.value.get<std::string>());
    if (action.verb == "go") return go(action.value);
    if (action.verb == "point") return point(action.value);
    if (action.verb == "faults") return switch_faults(action.value);
    if (action.verb == "measure") return measure(action.value);
    if (action.verb == "card")
        bench_.workspace.show_card(QString::fromStdString(action.value.get<std::string>()));
    if (action.verb == "view")
        bench_.stage.set_view(action.value == "table"        ? StageView::table
                              : action.value == "space-time" ? StageView::space_time
                                                             : StageView::ring);
    if (action.verb == "page")
        emit page_wanted(QString::fromStdString(action.value.get<std::string>()));
    if (action.verb == "predict") emit predictions_wanted();
    return true;
}

bool LessonDirector::opened(const std::string& scenario) {
    const QString id = QString::fromStdString(scenario);
    if (!std::exchange(started_, true)) bench_.document.open(id);
    return bench_.document.scenario() == id && bench_.document.recording() &&
           !bench_.document.getting_ready();
}

bool LessonDirector::go(const nlohmann::json& target) {
    Player& player = bench_.player;
    const auto& recording = bench_.document.recording();
    if (!recording || player.waiting()) return false;
    if (const auto found = find_frame(*recording, target)) {
        player.seek(*found);
        return true;
    }
    const Position last = recording->last().value_or(Position{});
    if (!player.can_go_forward() || last.iteration > target.value("iteration", 0)) {
        give_up(tr("This run has no such frame any more. Choose “Show me” again."));
        return false;
    }
    if (player.position() < last) player.seek(last);
    player.step_forward(last.iteration < target.value("iteration", 0) ? Granularity::iteration
                                                                      : Granularity::frame);
    return false;
}

bool LessonDirector::point(const nlohmann::json& cell) {
    bench_.stage.point_at({cell.at(0).get<int>(), cell.at(1).get<int>()});
    return true;
}

// One that was stopped is not begun again.
bool LessonDirector::measure(const nlohmann::json& wanted) {
    if (experiments_->measuring()) return false;
    if (!std::exchange(started_, true))
        for (const auto& [card, chart] : wanted.items())
            experiments_->measure(QString::fromStdString(card),
                                  QString::fromStdString(chart.get<std::string>()));
    return !experiments_->measuring();
}

// Answered by faults_changed.
bool LessonDirector::switch_faults(const nlohmann::json& faults) {
    if (std::exchange(started_, true)) return false;
    const TrainingSpec& spec = bench_.document.session().training();
    FaultLimits limits;
    limits.world_size = spec.world_size;
    limits.parameters = parameter_count(spec.model.shape);
    limits.first_bucket = bench_.document.recording()->info().buckets.front().schedule;
    std::vector<Fault> wanted = parse_faults(JsonReader(faults, "lesson"), limits);
    for (Fault& fault : wanted) fault.from = -1;
    bench_.engine.set_faults(std::move(wanted));
    return false;
}

void LessonDirector::give_up(const QString& problem) {
    actions_.clear();
    emit failed(problem);
}

}  // namespace ringscope
