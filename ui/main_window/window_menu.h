#pragma once

#include <QObject>
#include <QStringList>

#include "ui/main_window/appearance.h"

class QAction;
class QMenu;
class QMenuBar;

namespace ringscope {

class DockCard;
class Player;

// The menu bar: every command with its name, key and state. It moves the player; the rest it asks
// of the window.
class WindowMenu : public QObject {
    Q_OBJECT

  public:
    WindowMenu(QMenuBar& bar, const QList<DockCard*>& docks, QMenu* export_menu, Player& player);

    void set_recent(const QStringList& files);
    void set_can_save_recording(bool can);
    void set_can_continue(bool can);
    void set_has_previous(bool has);
    void set_choice(Appearance::Choice choice);
    void set_comparing(bool comparing);

  signals:
    void open_wanted();
    void open_file_wanted(const QString& file);
    void save_session_wanted();
    void save_recording_wanted();
    void start_again_wanted();
    void continue_wanted();
    void previous_wanted();
    void restore_layout_wanted();
    void presentation_wanted();
    void compare_wanted();
    void compare_with_previous_wanted();
    void end_comparison_wanted();
    void zoom_wanted(double factor);
    void whole_wanted();
    void theme_chosen(ringscope::Appearance::Choice choice);
    void keys_wanted();
    void about_wanted();
    void quit_wanted();

  private:
    void build_file(QMenuBar& bar, QMenu* export_menu);
    void build_run(QMenuBar& bar);
    void add_steps(QMenu& menu);
    void refresh_run();
    void build_view(QMenuBar& bar, const QList<DockCard*>& docks);
    void build_help(QMenuBar& bar);

    Player& player_;
    QMenu* recent_;
    QAction *save_recording_, *continue_, *previous_, *run_, *free_, *compare_previous_,
        *end_comparison_;
    QList<QAction*> forward_, back_;
    QList<QAction*> choices_;
};

}  // namespace ringscope
