#pragma once

#include <QHash>
#include <QList>
#include <QMainWindow>
#include <memory>

#include "core/trace/recording.h"
#include "ui/panels/setup_panel.h"
#include "ui/theme/theme.h"

class QStackedWidget;
class QTabBar;

namespace ringscope {

class ChartPanel;
class DockCard;
class EqualityPanel;
class TrafficPanel;
class LessonPanel;
class StageCard;
class TimelineWidget;

// The stage in the middle with the docks around it: cards on the window's ground.
class Workspace : public QMainWindow {
    Q_OBJECT

  public:
    Workspace(StageCard* stage, SetupPanel* setup, QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *timeline_; }
    LessonPanel& lesson() { return *lesson_; }
    SetupPanel& setup() { return *setup_; }
    const QList<DockCard*>& docks() const { return docks_; }
    ChartPanel& memory() { return *memory_; }
    ChartPanel& loss() { return *loss_; }
    void show_setup(bool setup);  // or the lesson

    void set_theme(const Theme& theme);
    void show_position(const std::shared_ptr<const Recording>& recording, Position position);

    // A training run and a bare collective each have their own docks and remember them.
    void set_kind(RunKind kind);
    QByteArray layout_of(RunKind kind) const;
    void set_layout_of(RunKind kind, const QByteArray& layout);
    void restore_layout();                 // as it came
    void set_presenting(bool presenting);  // only stage and timeline

  private:
    DockCard* add_dock(const QString& id, const QString& heading, QWidget* content,
                       Qt::DockWidgetArea area);
    QWidget* build_side();

    StageCard* stage_;
    SetupPanel* setup_;
    LessonPanel* lesson_;
    EqualityPanel* equality_;
    TrafficPanel* traffic_;
    ChartPanel *memory_, *loss_;
    TimelineWidget* timeline_;
    QTabBar* side_tabs_;
    QStackedWidget* side_pages_;
    DockCard *side_dock_, *equality_dock_, *traffic_dock_, *memory_dock_, *loss_dock_,
        *timeline_dock_;
    QList<DockCard*> docks_;
    Theme theme_ = Theme::light();
    RunKind kind_ = RunKind::collective;
    QHash<int, QByteArray> layouts_;  // of the kind that is not on screen
    QByteArray layout_before_presentation_;
};

}  // namespace ringscope
