#include "ui/main_window/window_menu.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <utility>

#include "ui/main_window/dock_card.h"
#include "ui/playback/player.h"

namespace ringscope {

WindowMenu::WindowMenu(QMenuBar& bar, const QList<DockCard*>& docks, QMenu* export_menu,
                       Player& player)
    : QObject(&bar), player_(player) {
    build_file(bar, export_menu);
    build_run(bar);
    build_view(bar, docks);
    build_help(bar);
}

void WindowMenu::build_file(QMenuBar& bar, QMenu* export_menu) {
    QMenu* menu = bar.addMenu(tr("&File"));
    menu->addAction(tr("&New run of this session"), QKeySequence::New, this,
                    &WindowMenu::start_again_wanted);
    menu->addAction(tr("&Open…"), QKeySequence::Open, this, &WindowMenu::open_wanted);
    recent_ = menu->addMenu(tr("Open &recent"));
    previous_ =
        menu->addAction(tr("Back to the recording &before"), this, &WindowMenu::previous_wanted);
    menu->addSeparator();
    menu->addAction(tr("&Save session…"), QKeySequence::Save, this,
                    &WindowMenu::save_session_wanted);
    save_recording_ = menu->addAction(tr("Save re&cording…"), QKeySequence(tr("Ctrl+Shift+S")),
                                      this, &WindowMenu::save_recording_wanted);
    menu->addSeparator();
    export_menu->setTitle(tr("&Export"));
    menu->addMenu(export_menu);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &WindowMenu::quit_wanted);
    set_recent({});
    previous_->setEnabled(false);
}

void WindowMenu::build_run(QMenuBar& bar) {
    QMenu* menu = bar.addMenu(tr("&Run"));
    run_ = menu->addAction(QString(), &player_, &Player::toggle);
    free_ = menu->addAction(tr("&Free run: do not stop for the window"));
    free_->setCheckable(true);
    connect(free_, &QAction::toggled, &player_, &Player::set_runs_free);
    menu->addSeparator();
    add_steps(*menu);
    menu->addSeparator();
    continue_ = menu->addAction(tr("&Continue from here"), this, &WindowMenu::continue_wanted);
    continue_->setToolTip(
        tr("Runs on from the place on the stage, with the same bits, into a new "
           "recording"));
    menu->addAction(tr("&Start again"), this, &WindowMenu::start_again_wanted);
    set_can_continue(false);
    connect(&player_, &Player::state_changed, this, &WindowMenu::refresh_run);
    connect(&player_, &Player::shown, this, &WindowMenu::refresh_run);
    refresh_run();
}

// The keys belong to the window, which gives them away to controls: here they are only named.
void WindowMenu::add_steps(QMenu& menu) {
    struct Entry {
        QString forward, back, key;
        Granularity granularity;
    };
    const Entry entries[] = {
        {tr("&Step"), tr("Step &back"), QString(), Granularity::frame},
        {tr("Next &phase"), tr("Phase b&efore"), tr("Shift+"), Granularity::phase},
        {tr("Next &iteration"), tr("I&teration before"), tr("Ctrl+"), Granularity::iteration}};
    for (const Entry& entry : entries) {
        forward_ << menu.addAction(entry.forward + QLatin1Char('\t') + entry.key + tr("Right"),
                                   this,
                                   [this, by = entry.granularity] { player_.step_forward(by); });
        back_ << menu.addAction(entry.back + QLatin1Char('\t') + entry.key + tr("Left"), this,
                                [this, by = entry.granularity] { player_.step_back(by); });
    }
    back_ << menu.addAction(tr("Firs&t frame") + QLatin1Char('\t') + tr("Home"), &player_,
                            &Player::home);
    forward_ << menu.addAction(tr("&Newest frame") + QLatin1Char('\t') + tr("End"), &player_,
                               &Player::end);
}

void WindowMenu::refresh_run() {
    const bool paused = player_.state() == Player::State::paused;
    run_->setText((paused ? tr("&Run") : tr("Pa&use")) + QLatin1Char('\t') + tr("Space"));
    run_->setEnabled(player_.can_go_forward() || player_.can_go_back());
    free_->setChecked(player_.runs_free());
    for (QAction* action : std::as_const(forward_)) action->setEnabled(player_.can_go_forward());
    for (QAction* action : std::as_const(back_)) action->setEnabled(player_.can_go_back());
}

void WindowMenu::build_view(QMenuBar& bar, const QList<DockCard*>& docks) {
    QMenu* menu = bar.addMenu(tr("&View"));
    for (DockCard* dock : docks) menu->addAction(dock->toggleViewAction());
    menu->addAction(tr("&Restore layout"), this, &WindowMenu::restore_layout_wanted);
    menu->addSeparator();
    menu->addAction(tr("&Compare with…"), this, &WindowMenu::compare_wanted);
    compare_previous_ = menu->addAction(tr("Compare with the recording &before"), this,
                                        &WindowMenu::compare_with_previous_wanted);
    end_comparison_ =
        menu->addAction(tr("&End the comparison"), this, &WindowMenu::end_comparison_wanted);
    set_comparing(false);
    compare_previous_->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("Zoom &in"), QKeySequence::ZoomIn, this, [this] { emit zoom_wanted(1.25); });
    menu->addAction(tr("Zoom &out"), QKeySequence::ZoomOut, this,
                    [this] { emit zoom_wanted(0.8); });
    menu->addAction(tr("&Whole stage"), QKeySequence(tr("Ctrl+0")), this,
                    &WindowMenu::whole_wanted);
    menu->addSeparator();
    menu->addAction(tr("&Presentation"), QKeySequence(Qt::Key_F5), this,
                    &WindowMenu::presentation_wanted);
    QMenu* theme = menu->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const QList<QPair<Appearance::Choice, QString>> names = {
        {Appearance::Choice::system, tr("&System")},
        {Appearance::Choice::light, tr("&Light")},
        {Appearance::Choice::dark, tr("&Dark")}};
    for (const auto& [choice, text] : names) {
        QAction* action = theme->addAction(text);
        action->setCheckable(true);
        group->addAction(action);
        choices_ << action;
        connect(action, &QAction::triggered, this,
                [this, chosen = choice] { emit theme_chosen(chosen); });
    }
}

void WindowMenu::build_help(QMenuBar& bar) {
    QMenu* menu = bar.addMenu(tr("&Help"));
    menu->addAction(tr("&Keys\t?"), this, &WindowMenu::keys_wanted);
    menu->addAction(tr("&About Ringscope"), this, &WindowMenu::about_wanted);
}

void WindowMenu::set_recent(const QStringList& files) {
    recent_->clear();
    recent_->setEnabled(!files.isEmpty());
    for (const QString& file : files) {
        QAction* action = recent_->addAction(QFileInfo(file).fileName());
        action->setToolTip(file);
        connect(action, &QAction::triggered, this, [this, file] { emit open_file_wanted(file); });
    }
}

void WindowMenu::set_can_save_recording(bool can) { save_recording_->setEnabled(can); }
void WindowMenu::set_can_continue(bool can) { continue_->setEnabled(can); }
void WindowMenu::set_has_previous(bool has) {
    previous_->setEnabled(has);
    compare_previous_->setEnabled(has);
}
void WindowMenu::set_comparing(bool comparing) { end_comparison_->setEnabled(comparing); }

void WindowMenu::set_choice(Appearance::Choice choice) {
    choices_[static_cast<int>(choice)]->setChecked(true);
}

}  // namespace ringscope
