#include "ui/main_window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QVBoxLayout>
#include <utility>

#include "ui/export/drag_out.h"
#include "ui/figures/loss_chart.h"
#include "ui/figures/memory_chart.h"
#include "ui/main_window/appearance.h"
#include "ui/main_window/banner.h"
#include "ui/main_window/busy_strip.h"
#include "ui/main_window/comparison.h"
#include "ui/main_window/document.h"
#include "ui/main_window/experiments.h"
#include "ui/main_window/export_menu.h"
#include "ui/main_window/help.h"
#include "ui/main_window/icons.h"
#include "ui/main_window/laboratory.h"
#include "ui/main_window/lesson_director.h"
#include "ui/main_window/player_keys.h"
#include "ui/main_window/stage_card.h"
#include "ui/main_window/transport_bar.h"
#include "ui/main_window/wheel_guard.h"
#include "ui/main_window/window_menu.h"
#include "ui/main_window/workspace.h"
#include "ui/panels/chart_panel.h"
#include "ui/panels/equality_panel.h"
#include "ui/panels/lesson_panel.h"
#include "ui/panels/timeline_widget.h"
#include "ui/panels/traffic_panel.h"
#include "ui/playback/engine.h"
#include "ui/stage/stage_widget.h"

namespace ringscope {

namespace {

constexpr int recent_files = 8;

std::unique_ptr<QSettings> make_settings(const QString& file) {
    if (file.isEmpty())
        return std::make_unique<QSettings>(QStringLiteral("ringscope"),
                                           QStringLiteral("ringscope"));
    return std::make_unique<QSettings>(file, QSettings::IniFormat);
}

QString layout_key(RunKind kind) {
    return kind == RunKind::train ? QStringLiteral("layout/train")
                                  : QStringLiteral("layout/collective");
}

QString algorithm_text(const Schedule& schedule) {
    const QString name = QString::fromStdString(schedule.algorithm);
    if (schedule.ownership.empty()) return MainWindow::tr("algorithm: %1").arg(name);
    return MainWindow::tr("%1, ownership: %2")
        .arg(name, QString::fromStdString(schedule.ownership));
}

SetupPanel* make_setup() {
    return new SetupPanel([](const nlohmann::json& envelope) { parse_session(envelope, {}, {}); });
}

}  // namespace

MainWindow::MainWindow(opencl::PlacementRequest placement, const QString& settings_file)
    : settings_(make_settings(settings_file)),
      engine_(new Engine(this)),
      player_(new Player(*engine_, this)),
      document_(new Document(*engine_, *player_, std::move(placement), this)),
      appearance_(new Appearance(this)),
      transport_(new TransportBar(*player_)),
      stage_(new StageCard),
      workspace_(new Workspace(stage_, make_setup())),
      export_(new ExportMenu(*settings_, this)),
      laboratory_(
          new Laboratory({*document_, *player_, *engine_, *workspace_, *stage_, *settings_}, this)),
      experiments_(new Experiments(
          {*document_, *player_, *engine_, *workspace_, *stage_, *settings_}, this)),
      comparison_(new Comparison(this)) {
    qApp->installEventFilter(new WheelGuard(this));
    setWindowTitle(tr("Ringscope"));
    setWindowIcon(program_icon());
    setAcceptDrops(true);
    menu_ = new WindowMenu(*menuBar(), workspace_->docks(), export_, *player_);
    transport_->set_export_menu(export_);
    transport_->set_scenarios(scenario_list());
    laboratory_->director().use(*experiments_);
    export_->add(tr("Stage"),
                 [this] { return std::shared_ptr<const Figure>(stage_->stage().figure()); });
    export_->add(tr("Bytes sent"), [this] { return workspace_->traffic().figure(); });
    const auto chart = [](const ChartPanel& panel) {
        const auto figure = panel.figure();
        return figure && figure->empty_text().isEmpty() ? figure : nullptr;
    };
    export_->add(tr("Memory"), [this, chart] { return chart(workspace_->memory()); });
    export_->add(tr("Loss"), [this, chart] { return chart(workspace_->loss()); });
    laboratory_->add_exports(*export_);
    experiments_->add_exports(*export_);
    export_->set_run([this] { return player_->recording(); },
                     [this] { return player_->position(); });
    // A stage that is looked at closely is moved by dragging, not taken out.
    new DragOut(&stage_->stage(), [this] {
        const bool whole = stage_->stage().lens().zoom <= 1;
        return std::shared_ptr<const Figure>(whole ? stage_->stage().figure() : nullptr);
    });

    auto* ground = new QWidget;
    ground->setObjectName(QStringLiteral("chrome"));
    auto* layout = new QVBoxLayout(ground);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(transport_);
    layout->addWidget(workspace_, 1);
    setCentralWidget(ground);

    connect_document();
    connect_playback();
    connect_menu();
    connect_comparison();
    connect(appearance_, &Appearance::changed, this, &MainWindow::apply_theme);
    restore();
    apply_theme();
    // The keys belong to the window until a control takes the focus.
    setFocusPolicy(Qt::ClickFocus);
    setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::open(const QString& file_or_scenario) { document_->open(file_or_scenario); }

// What somebody chose by hand is told about first, whatever page or lesson was open.
void MainWindow::open_chosen(const QString& file_or_scenario) {
    document_->open(file_or_scenario);
    workspace_->lesson().show_guide(false);
    workspace_->show_setup(false);
    focus_stage();
}

// The keys of the player are the window's: they must not be taken by a list that was left.
void MainWindow::focus_stage() { stage_->stage().setFocus(Qt::MouseFocusReason); }

void MainWindow::connect_document() {
    Banner& banner = stage_->banner();
    connect(document_, &Document::session_changed, this, &MainWindow::show_session);
    connect(document_, &Document::hardware_changed, this, &MainWindow::show_hardware);
    connect(document_, &Document::opened_file, this, &MainWindow::remember_file);
    connect(document_, &Document::problem, &banner, &Banner::show_problem);
    connect(document_, &Document::edits_refused, &workspace_->setup(), &SetupPanel::show_edits);
    connect(document_, &Document::notice, &banner, &Banner::show_info);
    connect(document_, &Document::busy, &stage_->busy(), &BusyStrip::show_progress);
    connect(document_, &Document::idle, &stage_->busy(), &BusyStrip::finish);
    connect(&stage_->busy(), &BusyStrip::cancelled, document_, &Document::cancel);
    connect(&workspace_->equality(), &EqualityPanel::numbers_wanted, document_,
            &Document::compare_numbers);
    connect(document_, &Document::previous_kept, this, [this, &banner](qint64 iterations) {
        menu_->set_has_previous(true);
        banner.show_offer(tr("The recording before is kept"),
                          tr("It has %n iteration(s).", nullptr, static_cast<int>(iterations)),
                          tr("Go back to it"), [this] { document_->return_to_previous(); });
    });
    connect(&workspace_->setup(), &SetupPanel::applied, document_, &Document::apply);
    connect(transport_, &TransportBar::scenario_chosen, this, &MainWindow::open_chosen);
    connect(transport_, &TransportBar::scenarios_left, this, &MainWindow::focus_stage);
}

void MainWindow::connect_playback() {
    connect(player_, &Player::shown, this, &MainWindow::show_scene);
    connect(player_, &Player::state_changed, this, [this] {
        menu_->set_can_continue(document_->can_continue());
        menu_->set_can_save_recording(document_->recording() != nullptr);
    });
    connect(&workspace_->timeline(), &TimelineWidget::seek, player_, &Player::seek);
    connect(&workspace_->timeline(), &TimelineWidget::run_wanted, this, &MainWindow::run_to);
    connect(engine_, &Engine::evaluated, workspace_, &Workspace::show_accuracy);
    connect(transport_, &TransportBar::present_toggled, this, &MainWindow::toggle_presentation);
}

void MainWindow::connect_menu() {
    connect(menu_, &WindowMenu::open_wanted, this, &MainWindow::ask_open);
    connect(menu_, &WindowMenu::open_file_wanted, this, &MainWindow::open_chosen);
    connect(menu_, &WindowMenu::save_session_wanted, this, &MainWindow::ask_save_session);
    connect(menu_, &WindowMenu::save_recording_wanted, this, &MainWindow::ask_save_recording);
    connect(menu_, &WindowMenu::start_again_wanted, document_, &Document::start_again);
    connect(menu_, &WindowMenu::continue_wanted, document_, &Document::continue_from_here);
    connect(menu_, &WindowMenu::previous_wanted, this, [this] {
        menu_->set_has_previous(false);
        document_->return_to_previous();
    });
    connect(menu_, &WindowMenu::restore_layout_wanted, workspace_, &Workspace::restore_layout);
    connect(menu_, &WindowMenu::presentation_wanted, this, &MainWindow::toggle_presentation);
    connect(menu_, &WindowMenu::zoom_wanted, &stage_->stage(), &StageWidget::zoom);
    connect(menu_, &WindowMenu::whole_wanted, &stage_->stage(), &StageWidget::show_whole);
    connect(menu_, &WindowMenu::theme_chosen, appearance_, &Appearance::choose);
    connect(menu_, &WindowMenu::keys_wanted, this, [this] { show_keys(this); });
    connect(menu_, &WindowMenu::about_wanted, this, [this] { show_about(this); });
    connect(menu_, &WindowMenu::quit_wanted, this, &QWidget::close);
    connect(export_, &ExportMenu::failed, &stage_->banner(), &Banner::show_problem);
    connect(experiments_, &Experiments::failed, &stage_->banner(), &Banner::show_problem);
    connect(export_, &ExportMenu::exported, this,
            [this](const QString& file) { stage_->banner().show_info(tr("Exported"), file); });
}

void MainWindow::show_scene(int animate_ms) {
    stage_->show_scene(player_->scene(), animate_ms);
    // A preview's numbers are the session's own, not a device's.
    workspace_->show_position(player_->recording(), player_->position(),
                              document_->recording() != nullptr);
    show_comparison(animate_ms);
    const Position now = player_->position();
    if (player_->state() == Player::State::paused && now != std::exchange(shown_, now))
        stage_->banner().dismiss_info();
}

void MainWindow::connect_comparison() {
    connect(menu_, &WindowMenu::compare_wanted, this, &MainWindow::ask_compare);
    connect(menu_, &WindowMenu::compare_with_previous_wanted, this,
            [this] { comparison_->show(document_->previous()); });
    connect(menu_, &WindowMenu::end_comparison_wanted, comparison_, &Comparison::end);
    connect(comparison_, &Comparison::problem, &stage_->banner(), &Banner::show_problem);
    connect(comparison_, &Comparison::changed, this, [this] {
        menu_->set_comparing(comparison_->active());
        if (!comparison_->active()) stage_->end_beside();
        show_comparison(0);
    });
}

void MainWindow::show_comparison(int animate_ms) {
    const auto& recording = player_->recording();
    if (!comparison_->active() || !recording) return;
    const Position here = player_->position();
    stage_->show_beside(comparison_->scene_beside(*recording, here), animate_ms);
    stage_->set_lines(comparison_->title_of_this(*recording, here),
                      comparison_->title_of_other(*recording, here),
                      comparison_->verdict(*recording, here));
}

void MainWindow::ask_compare() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Compare with"), {}, tr("Recordings (*.ringtrace)"));
    if (!file.isEmpty()) comparison_->open(file);
}

void MainWindow::run_to(Position position) {
    if (player_->live()) return player_->run_to(position);
    const QString heading = tr("This recording ends here");
    if (document_->can_continue())
        stage_->banner().show_offer(heading, tr("Its session can run on from this place."),
                                    tr("Continue from here"),
                                    [this] { document_->continue_from_here(); });
    else
        stage_->banner().show_info(heading, tr("There is nothing that could run on from it."));
}

void MainWindow::show_session() {
    const Session& session = document_->session();
    const QString title = QString::fromStdString(session.title);
    transport_->show_session(document_->scenario(), title);
    workspace_->set_kind(session.kind());
    workspace_->forget_accuracy();
    setWindowTitle(tr("%1 · Ringscope").arg(title));
    workspace_->lesson().show_text(title, QString::fromStdString(session.text));
    workspace_->setup().show_session(to_json(session), document_->placement_kind());
    stage_->clear_selection();
    stage_->stage().show_whole();
    stage_->stage().set_message(title, tr("The devices are getting ready…"));
    stage_->banner().dismiss();
}

void MainWindow::show_hardware() {
    const std::shared_ptr<Recording> recording = document_->recording();
    QStringList parts;
    QString placement;
    if (const auto info = player_->scene().info; info && !info->buckets.empty())
        parts << algorithm_text(info->buckets.front().schedule);
    if (document_->getting_ready()) {
        parts << tr("devices are getting ready");
    } else if (recording) {
        placement = QString::fromStdString(recording->info().placement.summary);
        parts << placement.section(QLatin1Char(','), 0, 0).section(QLatin1String(" ("), 0, 0);
        if (recording->info().placement.oversubscribed) parts << tr("oversubscribed");
        if (document_->is_replay()) parts << tr("recording");
    } else {
        parts << (document_->refused() ? tr("memory refused")
                                       : tr("no device: the session's own numbers"));
    }
    stage_->show_hardware(parts.join(tr(" · ")), placement);
    workspace_->setup().show_placement(placement);
    if (!recording && !document_->getting_ready())
        stage_->stage().set_message(QString::fromStdString(document_->session().title),
                                    document_->refused()
                                        ? tr("Its memory was refused: there is nothing to show.")
                                        : tr("There is nothing to show without a device."));
    menu_->set_can_continue(document_->can_continue());
    menu_->set_can_save_recording(recording != nullptr);
}

void MainWindow::apply_theme() {
    const Theme& theme = appearance_->theme();
    const int gap = qRound(0.9 * theme.unit);
    workspace_->setContentsMargins(gap, gap, gap, gap);
    transport_->set_theme(theme);
    workspace_->set_theme(theme);
    menu_->set_choice(appearance_->choice());
    export_->set_theme(theme);
}

void MainWindow::toggle_presentation() {
    const bool presenting = !appearance_->presenting();
    // The docks are put away before the text grows, and come back when it has its size again.
    if (presenting) workspace_->set_presenting(true);
    appearance_->present(presenting);
    menuBar()->setVisible(!presenting);
    transport_->set_presenting(presenting);
    if (presenting) {
        state_before_presentation_ = windowState();
        size_before_presentation_ = size();
    }
    setWindowState(presenting ? Qt::WindowFullScreen : state_before_presentation_);
    if (!presenting) {
        // Not every window system gives a window its former size back.
        if (state_before_presentation_ == Qt::WindowNoState) resize(size_before_presentation_);
        workspace_->set_presenting(false);
    }
    setFocus();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (press_player_key(*event, *player_)) return;
    if (key == Qt::Key_Greater) return transport_->faster();
    if (key == Qt::Key_Less) return transport_->slower();
    if (key == Qt::Key_1) return stage_->set_view(StageView::ring);
    if (key == Qt::Key_2) return stage_->set_view(StageView::table);
    if (key == Qt::Key_3) return stage_->set_view(StageView::space_time);
    if (key == Qt::Key_Question) return show_keys(this);
    // The menu bar and its keys are hidden while presenting.
    if (key == Qt::Key_F5) return toggle_presentation();
    if (event->matches(QKeySequence::ZoomIn)) return stage_->stage().zoom(1.25);
    if (event->matches(QKeySequence::ZoomOut)) return stage_->stage().zoom(0.8);
    if (key == Qt::Key_0 && event->modifiers() == Qt::ControlModifier)
        return stage_->stage().show_whole();
    if (key == Qt::Key_Escape) {
        if (appearance_->presenting()) return toggle_presentation();
        focus_stage();
        return stage_->clear_selection();
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty()) return;
    event->acceptProposedAction();
    open_chosen(urls.front().toLocalFile());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    player_->pause();
    if (document_->would_lose_work()) {
        const auto answer = QMessageBox::question(
            this, tr("Ringscope"), tr("The recording of this run has not been saved."),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
        if (answer != QMessageBox::Discard) event->ignore();
        if (answer == QMessageBox::Save) ask_save_recording();
        if (answer != QMessageBox::Discard) return;
    }
    store();
    engine_->close();
    event->accept();
}

void MainWindow::ask_open() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open"), {}, tr("Sessions and recordings (*.ringscope *.ringtrace *.json)"));
    if (!file.isEmpty()) open_chosen(file);
}

void MainWindow::ask_save_session() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save session"), QStringLiteral("session.ringscope"),
                                     tr("Sessions (*.ringscope)"));
    if (!file.isEmpty()) document_->save_session(file);
}

void MainWindow::ask_save_recording() {
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Save recording"), QStringLiteral("run.ringtrace"),
                                     tr("Recordings (*.ringtrace)"));
    if (!file.isEmpty()) document_->save_recording(file);
}

void MainWindow::remember_file(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = settings_->value(QStringLiteral("recent")).toStringList();
    files.removeAll(path);
    files.prepend(path);
    while (files.size() > recent_files) files.removeLast();
    settings_->setValue(QStringLiteral("recent"), files);
    menu_->set_recent(files);
}

void MainWindow::restore() {
    const int choice = settings_->value(QStringLiteral("theme"), 0).toInt();
    appearance_->choose(static_cast<Appearance::Choice>(std::clamp(choice, 0, 2)));
    menu_->set_recent(settings_->value(QStringLiteral("recent")).toStringList());
    resize(1280, 800);
    workspace_->set_theme(appearance_->theme());
    workspace_->restore_layout();
    restoreGeometry(settings_->value(QStringLiteral("geometry")).toByteArray());
    for (const RunKind kind : {RunKind::collective, RunKind::train})
        workspace_->set_layout_of(kind, settings_->value(layout_key(kind)).toByteArray());
}

void MainWindow::store() {
    if (appearance_->presenting()) toggle_presentation();
    settings_->setValue(QStringLiteral("theme"), static_cast<int>(appearance_->choice()));
    settings_->setValue(QStringLiteral("geometry"), saveGeometry());
    for (const RunKind kind : {RunKind::collective, RunKind::train})
        settings_->setValue(layout_key(kind), workspace_->layout_of(kind));
}

}  // namespace ringscope
