#include "ui/main_window/document.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <utility>

#include "core/planner/what_fits.h"
#include "core/support/error.h"
#include "core/trace/ringtrace_file.h"
#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

// Fewer iterations are made again in a moment.
constexpr std::int64_t worth_keeping = 2;

// Hints are sentences without their end.
QString sentence(const QString& text) {
    return text.isEmpty() || text.endsWith(QLatin1Char('.')) ? text : text + QLatin1Char('.');
}

// Counts of bytes as a person reads them.
QString readable_bytes(QString text) {
    static const QRegularExpression bytes(QStringLiteral("(\\d{4,}) bytes"));
    for (QRegularExpressionMatch match; (match = bytes.match(text)).hasMatch();)
        text.replace(match.capturedStart(), match.capturedLength(),
                     bytes_text(match.captured(1).toDouble()));
    return text;
}

// A refused allocation, with what would have fitted. Formulas: said to be that.
Problem with_what_fits(Problem problem, const Session& session) {
    problem.what = readable_bytes(problem.what);
    if (session.kind() != RunKind::train || !session.training().memory_budget_bytes) return problem;
    const TrainingSpec& spec = session.training();
    const auto budget = static_cast<double>(*spec.memory_budget_bytes);
    const BytesPerParameter bytes = float32_bytes(spec.optimizer.kind);
    const WhatFits fits = what_fits(spec.model.shape, bytes, budget);
    QStringList words{Document::tr("It is the budget that refused, not the device."),
                      sentence(problem.hint)};
    if (fits.needed > budget) {
        words
            << Document::tr(
                   "By formula, %1 B a parameter: at most %2 parameters fit, this model has %3; "
                   "its widest hidden layer could have %4 units. More devices do not change that; "
                   "with ZeRO-3 the states would fit on %5 or more.")
                   .arg(bytes.sum())
                   .arg(integer_text(fits.most_parameters),
                        integer_text(parameter_count(spec.model.shape)),
                        integer_text(fits.widest_layer), integer_text(fits.zero3_devices));
    } else {
        words << Document::tr(
                     "By formula the model's states take %1 of %2: what is left is too little for "
                     "this batch and the buffers. A smaller batch or more devices make each one's "
                     "share smaller.")
                     .arg(bytes_text(fits.needed), bytes_text(budget));
    }
    problem.hint = words.join(QLatin1Char(' '));
    return problem;
}

std::filesystem::path path_of(const QString& file) { return file.toStdString(); }

}  // namespace

Document::Document(Engine& engine, Player& player, opencl::PlacementRequest placement,
                   QObject* parent)
    : QObject(parent), engine_(engine), player_(player), placement_(std::move(placement)) {
    connect(&engine_, &Engine::opened, this, &Document::engine_opened);
    connect(&engine_, &Engine::failed, this, &Document::engine_failed);
    connect(&engine_, &Engine::expanded, this, &Document::idle);
    connect(&engine_, &Engine::progress, this,
            [this](double done) { emit busy(tr("Executing again"), done); });
    connect(&player_, &Player::steps_wanted, this, &Document::execute_again);
    connect(&files_, &Background::failed, this, &Document::open_failed);
    connect(&files_, &Background::finished, this, &Document::idle);
    connect(&files_, &Background::progress, this,
            [this](double done) { emit busy(tr("Reading or writing the recording"), done); });
}

void Document::open(const QString& file_or_scenario) {
    if (file_or_scenario.endsWith(QLatin1String(".ringtrace"), Qt::CaseInsensitive))
        return open_recording_file(file_or_scenario);
    try {
        const std::string source = file_or_scenario.toStdString();
        const bool is_file = QFileInfo::exists(file_or_scenario);
        start(load_file_or_scenario(source), is_file ? QString() : file_or_scenario);
        if (is_file) emit opened_file(file_or_scenario);
    } catch (...) {
        open_failed(current_problem());
    }
}

void Document::open_failed(const Problem& what) {
    // A window always has a session: at the start there is none yet that could stay as it was.
    if (!has_session_) open(QStringLiteral("toy"));
    emit problem(what);
}

void Document::apply(const nlohmann::json& envelope, std::optional<PlacementKind> placement) {
    try {
        Session edited = parse_session(envelope, {}, {});
        placement_.kind = placement;
        // These belong to the session as it was.
        edited.open_at.reset();
        edited.measured.clear();
        start(std::move(edited), {});
        applied_ = envelope;
    } catch (...) {
        emit problem(current_problem());
    }
}

void Document::start_again() { start(session_, scenario_); }

void Document::start(Session session, const QString& scenario) {
    // What a refused session leaves as it was.
    if (recording_ && !waits_for_engine_)
        before_ = {session_,           scenario_,          recording_,
                   player_.position(), started_placement_, is_replay_};
    else if (!waits_for_engine_)
        before_.reset();
    started_placement_ = placement_.kind;
    refused_ = returning_ = false;
    applied_.reset();
    keep_previous();
    session_ = std::move(session);
    scenario_ = scenario;
    is_replay_ = continuing_ = false;
    has_session_ = waits_for_engine_ = true;
    go_to_ = session_.open_at;
    recording_.reset();
    saved_frames_ = 0;
    engine_.open(run_maker(session_, placement_));
    if (session_.kind() == RunKind::train)
        player_.show(nullptr, true);
    else
        player_.show(preview(session_, tr("getting ready")), true);
    emit session_changed();
    emit hardware_changed();
}

void Document::engine_opened(std::shared_ptr<Recording> recording) {
    recording_ = std::move(recording);
    emit idle();
    if (std::exchange(continuing_, false) || session_.kind() == RunKind::train) {
        player_.show(recording_, true);
    } else {
        player_.replace(recording_);
    }
    waits_for_engine_ = false;
    is_replay_ = false;
    before_.reset();
    emit hardware_changed();
    if (go_to_) player_.run_to(*std::exchange(go_to_, std::nullopt));
}

void Document::engine_failed(const Problem& what) {
    emit idle();
    continuing_ = false;
    go_to_.reset();
    // Frames made so far, or the preview, stay on the stage; the run itself is over.
    if (waits_for_engine_ || what.kind == Problem::Kind::failed) player_.set_live(false);
    if (waits_for_engine_ && !recording_ && session_.kind() == RunKind::collective)
        player_.show(preview(session_, tr("no device")), false);
    const bool refused = waits_for_engine_ && what.where.startsWith(QLatin1String("allocate"));
    waits_for_engine_ = false;
    refused_ = refused;
    const Problem told = refused ? with_what_fits(what, session_) : what;
    if (refused && before_ && !returning_)
        return_to_before();
    else
        emit hardware_changed();
    if (what.kind != Problem::Kind::cancelled) emit problem(told);
}

void Document::return_to_before() {
    const Before before = *before_;
    const std::optional<nlohmann::json> edits = std::exchange(applied_, std::nullopt);
    placement_.kind = before.placement;
    if (before.is_replay || before.recording->iterations() >= worth_keeping) {
        adopt(before.recording, before.session, before.scenario);
        player_.seek(before.position);
    } else {
        start(before.session, before.scenario);  // made again in a moment
        go_to_ = before.position;
        before_ = before;
        returning_ = true;  // once: it fitted before
    }
    if (edits) emit edits_refused(*edits);
}

void Document::open_recording_file(const QString& file) {
    auto result = std::make_shared<OpenedRecording>();
    auto session = std::make_shared<Session>();
    files_.start(
        [=](const Progress& progress) {
            *result = open_recording(path_of(file), progress);
            *session = session_of(*result->recording);
        },
        [=, this] {
            keep_previous();
            adopt(result->recording, *session);
            emit opened_file(file);
            if (!result->warning.empty())
                emit notice(tr("This recording was cut off"),
                            QString::fromStdString(result->warning));
        });
}

void Document::adopt(std::shared_ptr<Recording> recording, Session session,
                     const QString& scenario) {
    session_ = std::move(session);
    scenario_ = scenario;
    recording_ = std::move(recording);
    has_session_ = is_replay_ = true;
    waits_for_engine_ = false;
    saved_frames_ = recording_->frame_count();
    engine_.attach(run_maker(session_, placement_), recording_);
    player_.show(recording_, false);
    player_.seek(session_.open_at.value_or(Position{}));
    emit session_changed();
    emit hardware_changed();
}

bool Document::can_continue() const {
    return recording_ && (session_.kind() == RunKind::train || is_replay_) && engine_.has_run() &&
           !waits_for_engine_;
}

void Document::continue_from_here() {
    if (!can_continue()) return;
    const Position here = player_.position();
    if (session_.kind() == RunKind::collective) {
        start(session_, scenario_);
        go_to_ = here;
        return;
    }
    const FramePtr frame = recording_->frame(here);
    const bool over =
        frame && frame->phase != FramePhase::start && ends_iteration(recording_->info(), *frame);
    const std::int64_t from = here.iteration + (over ? 1 : 0);
    if (from >= recording_->info().planned_iterations) {
        emit notice(
            tr("The run is complete here"),
            tr("It was planned for %1 iterations. Choose an earlier one, or more iterations "
               "in Setup.")
                .arg(integer_text(recording_->info().planned_iterations)));
        return;
    }
    player_.pause();
    if (from == 0) return start_again();
    keep_previous();
    continuing_ = waits_for_engine_ = true;
    emit busy(tr("Going back to iteration %1").arg(integer_text(from)), -1);
    engine_.restart(from);
}

void Document::execute_again(std::int64_t iteration) {
    emit busy(tr("Executing iteration %1 again").arg(integer_text(iteration)), -1);
    engine_.execute_again(iteration);
}

void Document::compare_numbers(std::int64_t iteration) {
    if (!engine_.has_run())
        return emit problem(
            {Problem::Kind::no_device,
             tr("compare the numbers"),
             tr("there is no device on which the iteration could be executed again"),
             tr("Install an OpenCL driver and open the recording again."),
             {}});
    emit busy(tr("Executing iteration %1 again").arg(integer_text(iteration)), -1);
    engine_.keep_replicas(iteration);
}

void Document::cancel() {
    files_.cancel();
    engine_.pause();
}

void Document::keep_previous() {
    if (!recording_ || recording_->iterations() < worth_keeping) return;
    previous_ = recording_;
    emit previous_kept(previous_->iterations());
}

void Document::return_to_previous() {
    if (!previous_) return;
    std::shared_ptr<Recording> recording = std::exchange(previous_, nullptr);
    try {
        adopt(recording, session_of(*recording));
        saved_frames_ = 0;
    } catch (...) {
        emit problem(current_problem());
    }
}

bool Document::would_lose_work() const {
    return recording_ && session_.kind() == RunKind::train &&
           recording_->iterations() >= worth_keeping && recording_->frame_count() > saved_frames_;
}

void Document::save_session(const QString& file) {
    try {
        ringscope::save_session(session_, path_of(file));
        emit opened_file(file);
        emit notice(tr("Session saved"), QFileInfo(file).fileName());
    } catch (...) {
        emit problem(current_problem());
    }
}

void Document::save_recording(const QString& file) {
    if (!recording_) return;
    const std::shared_ptr<Recording> recording = recording_;
    const std::int64_t frames = recording->frame_count();
    files_.start(
        [=](const Progress& progress) {
            ringscope::save_recording(*recording, path_of(file), progress);
        },
        [=, this] {
            if (recording == recording_) saved_frames_ = frames;
            emit opened_file(file);
            emit notice(tr("Recording saved"), QFileInfo(file).fileName());
        });
}

}  // namespace ringscope
