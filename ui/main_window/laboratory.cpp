#include "ui/main_window/laboratory.h"

#include <QEvent>
#include <QSettings>

#include "core/train/faults.h"
#include "ui/figures/divergence_chart.h"
#include "ui/figures/iteration_figure.h"
#include "ui/figures/number_text.h"
#include "ui/figures/shards_figure.h"
#include "ui/figures/worksheet.h"
#include "ui/main_window/document.h"
#include "ui/main_window/export_menu.h"
#include "ui/main_window/lesson_director.h"
#include "ui/main_window/stage_card.h"
#include "ui/main_window/workspace.h"
#include "ui/panels/chart_panel.h"
#include "ui/panels/faults_panel.h"
#include "ui/panels/figure_panel.h"
#include "ui/panels/inspector.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/predict_panel.h"
#include "ui/stage/stage_widget.h"

namespace ringscope {

Laboratory::Laboratory(const Bench& bench, QObject* parent)
    : QObject(parent),
      bench_(bench),
      director_(new LessonDirector(bench_, this)),
      faults_(new FaultsPanel),
      predict_(new PredictPanel),
      divergence_(new ChartPanel),
      portraits_(new FigurePanel(tr("Replica portraits"))),
      shards_(new FigurePanel(tr("Shards"))),
      timeline_(new FigurePanel(tr("Iteration timeline"))) {
    bench_.workspace.add_page(tr("Break it"), faults_, RunKind::train);
    bench_.workspace.add_page(tr("Predict"), predict_, RunKind::collective);
    divergence_->setAccessibleName(tr("How far the replicas are apart"));
    bench_.workspace.add_card(QStringLiteral("divergence"), tr("Divergence"), divergence_,
                              QStringLiteral("loss"), RunKind::train);
    bench_.workspace.add_card(QStringLiteral("portraits"), tr("Portraits"), portraits_,
                              QStringLiteral("equality"), RunKind::train);
    bench_.workspace.add_card(QStringLiteral("shards"), tr("Shards"), shards_,
                              QStringLiteral("memory"), RunKind::train);
    bench_.workspace.add_card(QStringLiteral("timeline"), tr("Iteration"), timeline_,
                              QStringLiteral("loss"), RunKind::train);
    // A card that is behind another one, or closed, works nothing out until it is looked at.
    for (QWidget* panel :
         std::initializer_list<QWidget*>{divergence_, portraits_, shards_, timeline_})
        panel->installEventFilter(this);
    connect(&bench_.engine, &Engine::probed, this, &Laboratory::take_portraits);
    connect(&bench_.engine, &Engine::opened, this, &Laboratory::forget_portraits);
    connect(&bench_.player, &Player::shown, this, &Laboratory::show_position);
    connect(&bench_.stage, &StageCard::selection_changed, this, &Laboratory::show_summation);
    connect_faults();
    connect_predictions();
    connect_lesson();
}

void Laboratory::connect_lesson() {
    LessonPanel& panel = bench_.workspace.lesson();
    GuidedLesson& guide = panel.guide();
    connect(&guide, &GuidedLesson::show_wanted, director_, &LessonDirector::perform);
    connect(&guide, &GuidedLesson::progress_changed, this, &Laboratory::store_progress);
    connect(director_, &LessonDirector::failed, &guide, &GuidedLesson::tell);
    connect(director_, &LessonDirector::page_wanted, this, &Laboratory::show_page);
    connect(director_, &LessonDirector::predictions_wanted, predict_,
            [this] { predict_->set_asking(true); });
    restore_progress();
}

void Laboratory::show_page(const QString& page) {
    if (page == QLatin1String("faults")) return bench_.workspace.show_page(faults_);
    if (page == QLatin1String("predict")) return bench_.workspace.show_page(predict_);
    bench_.workspace.show_setup(page == QLatin1String("setup"));
}

void Laboratory::restore_progress() {
    QSettings& settings = bench_.settings;
    settings.beginGroup(QStringLiteral("lesson"));
    LessonProgress progress;
    progress.step = settings.value(QStringLiteral("step")).toString();
    const QStringList done = settings.value(QStringLiteral("done")).toStringList();
    progress.done = QSet<QString>(done.begin(), done.end());
    settings.beginGroup(QStringLiteral("answers"));
    for (const QString& step : settings.childKeys())
        progress.answers[step] = settings.value(step).toString();
    settings.endGroup();
    settings.endGroup();
    bench_.workspace.lesson().guide().set_progress(std::move(progress));
    bench_.workspace.lesson().show_guide(false);
}

void Laboratory::store_progress() {
    const LessonProgress& progress = bench_.workspace.lesson().guide().progress();
    QSettings& settings = bench_.settings;
    settings.beginGroup(QStringLiteral("lesson"));
    settings.setValue(QStringLiteral("step"), progress.step);
    settings.setValue(QStringLiteral("done"),
                      QStringList(progress.done.begin(), progress.done.end()));
    settings.beginGroup(QStringLiteral("answers"));
    for (auto it = progress.answers.cbegin(); it != progress.answers.cend(); ++it)
        settings.setValue(it.key(), it.value());
    settings.endGroup();
    settings.endGroup();
}

void Laboratory::connect_predictions() {
    connect(&bench_.document, &Document::session_changed, this, &Laboratory::begin_session);
    connect(&bench_.player, &Player::shown, predict_,
            [this] { predict_->show_scene(bench_.player.scene()); });
    connect(&bench_.stage.stage(), &StageWidget::cell_clicked, predict_, &PredictPanel::pick);
    connect(predict_, &PredictPanel::step_wanted, &bench_.player,
            [this] { bench_.player.step_forward(Granularity::frame); });
}

bool Laboratory::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &Laboratory::show_position, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void Laboratory::show_summation() {
    const auto& recording = bench_.player.recording();
    const auto& cell = bench_.stage.selected();
    std::optional<Summation> summation;
    if (recording && cell)
        summation = summation_at(*recording, bench_.player.position(), cell->rank, cell->chunk);
    bench_.stage.inspector().show_summation(summation);
}

void Laboratory::show_position() {
    show_summation();
    if (divergence_->isVisible()) show_divergence();
    if (shards_->isVisible()) show_shards();
    if (timeline_->isVisible()) show_timeline();
    if (portraits_->isVisible()) show_portraits();
}

// The samples of the training on the stage. Null until they have been read, which may take a while
// for files, and for a collective.
std::shared_ptr<const Dataset> Laboratory::data() {
    const auto& recording = bench_.player.recording();
    const Session& session = bench_.document.session();
    if (!recording || recording->info().kind != RunKind::train || session.kind() != RunKind::train)
        return nullptr;
    const std::string& now = recording->info().session_json;
    if (now != data_of_) {
        data_of_ = now;
        data_.reset();
        questions_.reset();
        forget_portraits();
    }
    if (data_) return data_;
    auto read = std::make_shared<Dataset>();
    reader_.start([read, spec = session.training()](
                      const Progress&) { *read = load_dataset(spec.data, spec.model.shape); },
                  [this, read, now] {
                      if (now == data_of_) data_ = read;
                      show_position();
                  });
    return nullptr;
}

void Laboratory::show_shards() {
    const FramePtr frame = bench_.player.scene().frame;
    if (!frame || !data()) return shards_->show_nothing(tr("Nothing has been split yet."));
    ShardsData shards = shards_data(bench_.document.session().training(), data_, frame->iteration);
    shards_->show_figure(std::make_shared<ShardsFigure>(std::move(shards)),
                         tr("%1 samples").arg(integer_text(frame->batch)));
}

void Laboratory::show_timeline() {
    const auto& recording = bench_.player.recording();
    if (!recording || recording->info().kind != RunKind::train)
        return timeline_->show_nothing(tr("A training has iterations; this has none."));
    const std::int64_t iteration = bench_.player.position().iteration;
    auto figure = std::make_shared<IterationFigure>(iteration_data(*recording, iteration));
    if (figure->empty())
        return timeline_->show_nothing(
            tr("No times of commands were measured in this iteration, or not yet: step on, or run "
               "free."));
    const auto overlap = figure->overlap();
    const QString note = overlap ? tr("iteration %1 · %2 % overlap")
                                       .arg(integer_text(iteration))
                                       .arg(qRound(100 * *overlap))
                                 : tr("iteration %1 · measured").arg(integer_text(iteration));
    timeline_->show_figure(std::move(figure), note);
}

void Laboratory::forget_portraits() {
    asked_ = -1;
    waits_for_portraits_ = false;
}

// The devices are asked only while the card is looked at, and never in a free run: its loop reads
// nothing.
void Laboratory::show_portraits() {
    const FramePtr frame = bench_.player.scene().frame;
    if (!frame || !data() || bench_.player.state() == Player::State::free || waits_for_portraits_)
        return;
    if (!questions_)
        questions_ = portrait_questions(bench_.document.session().training().model.shape, *data_);
    if (questions_->kind == PortraitQuestions::Kind::none)
        return portraits_->show_nothing(
            tr("A model with more than two inputs and no classes has no picture here."));
    const bool updated = frame->phase == FramePhase::update ||
                         frame->phase == FramePhase::equality ||
                         frame->phase == FramePhase::iteration;
    const std::int64_t updates = frame->iteration + (updated ? 1 : 0);
    if (updates == asked_) return;
    asked_ = updates;
    waits_for_portraits_ = true;
    bench_.engine.probe(updates, questions_->x);
}

void Laboratory::take_portraits(const std::shared_ptr<const Probe>& probe) {
    waits_for_portraits_ = false;
    if (!probe || !questions_ || !data()) {
        portraits_->show_nothing(
            tr("These models cannot be reached from a checkpoint. Step on, or run again."));
        return;
    }
    PortraitsData portraits{questions_->kind, bench_.document.session().training().model.shape,
                            data_, probe->updates, probe->outputs};
    auto figure = std::make_shared<PortraitsFigure>(std::move(portraits));
    const QString note =
        tr("updates: %1 · %2").arg(integer_text(probe->updates), figure->verdict());
    portraits_->show_figure(std::move(figure), note);
    show_position();  // it may have moved on meanwhile
}

void Laboratory::show_divergence() {
    history_.follow(bench_.player.recording());
    DivergenceData data{history_.after(), bench_.player.position().iteration};
    divergence_->show_figure(std::make_shared<DivergenceFigure>(std::move(data)),
                             tr("measured, log scale"));
}

// What the session wants to have in front. Pages of the left side are not among it: the text about
// the session comes first.
void Laboratory::show_cards_of_session() {
    const nlohmann::json& view = bench_.document.session().view;
    if (!view.contains("panels") || !view["panels"].is_array()) return;
    for (const nlohmann::json& id : view["panels"])
        if (id.is_string())
            bench_.workspace.show_card(QString::fromStdString(id.get<std::string>()));
}

void Laboratory::begin_session() {
    // The docks of the session's kind are restored first.
    QMetaObject::invokeMethod(this, &Laboratory::show_cards_of_session, Qt::QueuedConnection);
    // Every opening asks about other devices.
    forget_portraits();
    portraits_->show_nothing(tr("Each device's own model: once the devices are ready."));
    // A session may want to be run free; the next one is watched again unless it wants that too.
    const nlohmann::json& view = bench_.document.session().view;
    const bool wants_free = view.contains("pace") && view["pace"] == "free";
    if (wants_free || free_by_session_) bench_.player.set_runs_free(wants_free);
    free_by_session_ = wants_free;
    predict_->begin(static_cast<std::uint64_t>(++openings_));
    predict_->show_scene(bench_.player.scene());
}

void Laboratory::add_exports(ExportMenu& menu) {
    for (const bool answers : {false, true})
        menu.add(answers ? tr("Answer key") : tr("Worksheet"), [this, answers] {
            const auto& recording = bench_.player.recording();
            auto data = recording ? worksheet_data(*recording) : std::nullopt;
            return data ? std::make_shared<const WorksheetFigure>(std::move(*data), answers)
                        : std::shared_ptr<const Figure>();
        });
    menu.add(tr("Divergence"), [this] {
        show_divergence();
        return divergence_->figure();
    });
    menu.add(tr("Portraits"), [this] { return portraits_->figure(); });
    menu.add(tr("Iteration timeline"), [this] {
        show_timeline();
        return timeline_->figure();
    });
    menu.add(tr("Shards"), [this] {
        if (bench_.document.session().kind() == RunKind::train) show_shards();
        return shards_->figure();
    });
}

void Laboratory::connect_faults() {
    connect(&bench_.document, &Document::session_changed, this, &Laboratory::show_faults_of_run);
    connect(&bench_.document, &Document::hardware_changed, this, &Laboratory::show_faults_of_run);
    connect(&bench_.engine, &Engine::faults_changed, faults_, &FaultsPanel::show_faults);
    connect(&bench_.engine, &Engine::faults_refused, faults_, [this](const Problem& problem) {
        faults_->refuse(problem.hint.isEmpty() ? problem.what
                                               : tr("%1. %2").arg(problem.what, problem.hint));
    });
    connect(faults_, &FaultsPanel::switched, &bench_.engine, &Engine::set_faults);
    connect(faults_, &FaultsPanel::start_again_wanted, this, &Laboratory::start_again_with);
}

void Laboratory::show_faults_of_run() {
    const Session& session = bench_.document.session();
    if (session.kind() != RunKind::train) return faults_->show_run({}, false, {});
    const TrainingSpec& spec = session.training();
    const std::int64_t parameters = parameter_count(spec.model.shape);
    FaultLimits limits;
    limits.world_size = spec.world_size;
    limits.parameters = parameters;
    const auto& recording = bench_.document.recording();
    if (recording) limits.first_bucket = recording->info().buckets.front().schedule;
    const bool replay = bench_.document.is_replay();
    const bool live = recording && !replay && !bench_.document.getting_ready();
    faults_->show_run(
        limits, live,
        replay ? tr("This is a recording: its faults are said at the stage. To switch faults, "
                    "continue training from a frame of it (menu Run).")
               : tr("The devices are getting ready."));
}

void Laboratory::start_again_with(const std::vector<Fault>& faults) {
    nlohmann::json session = to_json(bench_.document.session());
    session["spec"]["faults"] = to_json(faults);
    bench_.document.apply(session, bench_.document.placement_kind());
}

}  // namespace ringscope
