#include "ui/main_window/window_menu.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include "ui/main_window/dock_card.h"

namespace ringscope {

WindowMenu::WindowMenu(QMenuBar& bar, const QList<DockCard*>& docks, QMenu* export_menu)
    : QObject(&bar) {
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
    set_has_previous(false);
}

void WindowMenu::build_run(QMenuBar& bar) {
    QMenu* menu = bar.addMenu(tr("&Run"));
    continue_ =
        menu->addAction(tr("&Continue training from here"), this, &WindowMenu::continue_wanted);
    continue_->setToolTip(
        tr("Runs on from the iteration on the stage, with the same bits, into a "
           "new recording"));
    menu->addAction(tr("&Start again"), this, &WindowMenu::start_again_wanted);
    set_can_continue(false);
}

void WindowMenu::build_view(QMenuBar& bar, const QList<DockCard*>& docks) {
    QMenu* menu = bar.addMenu(tr("&View"));
    for (DockCard* dock : docks) menu->addAction(dock->toggleViewAction());
    menu->addAction(tr("&Restore layout"), this, &WindowMenu::restore_layout_wanted);
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
void WindowMenu::set_has_previous(bool has) { previous_->setEnabled(has); }

void WindowMenu::set_choice(Appearance::Choice choice) {
    choices_[static_cast<int>(choice)]->setChecked(true);
}

}  // namespace ringscope
