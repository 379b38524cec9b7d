#pragma once

#include <QMainWindow>
#include <QString>
#include <memory>

#include "core/opencl/factory.h"
#include "ui/playback/player.h"

class QSettings;

namespace ringscope {

class Appearance;
class Comparison;
class Document;
class Engine;
class ExportMenu;
class Experiments;
class Laboratory;
class StageCard;
class TransportBar;
class WindowMenu;
class Workspace;

// Puts the parts together and passes their signals on; what they do is theirs.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    // settings_file: where layout and choices are remembered; empty: the user's own place.
    explicit MainWindow(opencl::PlacementRequest placement, const QString& settings_file = {});
    ~MainWindow() override;

    // A file, or a scenario by name.
    void open(const QString& file_or_scenario);

    Document& document() { return *document_; }
    Player& player() { return *player_; }
    Engine& engine() { return *engine_; }
    StageCard& stage_card() { return *stage_; }
    Workspace& workspace() { return *workspace_; }
    Laboratory& laboratory() { return *laboratory_; }
    Experiments& experiments() { return *experiments_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void connect_document();
    void connect_playback();
    void connect_menu();
    void show_scene(int animate_ms);
    void show_hardware();
    void show_session();
    void apply_theme();
    void toggle_presentation();
    void open_chosen(const QString& file_or_scenario);
    void focus_stage();
    void run_to(Position position);
    void connect_comparison();
    void show_comparison(int animate_ms);
    void ask_compare();
    void ask_open();
    void ask_save_session();
    void ask_save_recording();
    void remember_file(const QString& file);
    void restore();
    void store();

    std::unique_ptr<QSettings> settings_;
    Engine* engine_;
    Player* player_;
    Document* document_;
    Appearance* appearance_;
    TransportBar* transport_;
    StageCard* stage_;
    Workspace* workspace_;
    WindowMenu* menu_;
    ExportMenu* export_;
    Laboratory* laboratory_;
    Experiments* experiments_;
    Comparison* comparison_;
    Qt::WindowStates state_before_presentation_ = Qt::WindowNoState;
    QSize size_before_presentation_;
    Position shown_;
};

}  // namespace ringscope
