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
    TrafficPanel& traffic() { return *traffic_; }
    EqualityPanel& equality() { return *equality_; }
    void show_setup(bool setup);  // or the lesson
    // A further page beside lesson and setup, there for that kind of run only.
    void add_page(const QString& title, Panel* page, RunKind kind);
    void show_page(const QWidget* page);
    // A further card, in the same place as the one with the id `beside`, there for that kind of run
    // only. Cards in one place are tabs.
    void add_card(const QString& id, const QString& heading, Panel* panel, const QString& beside,
                  RunKind kind);
    void show_card(const QString& id);

    void set_theme(const Theme& theme);
    // measured: the frames come from devices; else only the timeline says anything.
    void show_position(const std::shared_ptr<const Recording>& recording, Position position,
                       bool measured);
    // After that iteration the model had that accuracy on samples that it is not trained on (on
    // its own where there are no others).
    void show_accuracy(std::int64_t iteration, double accuracy);
    void forget_accuracy() { accuracy_.clear(); }

    // A training run and a bare collective each have their own docks and remember them.
    void set_kind(RunKind kind);
    QByteArray layout_of(RunKind kind) const;
    void set_layout_of(RunKind kind, const QByteArray& layout);
    void restore_layout();  // as it came
    // Only stage and timeline. Leaving it, every dock comes back to where and how large it was.
    void set_presenting(bool presenting);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void show_loss();
    DockCard* add_dock(const QString& id, const QString& heading, QWidget* content,
                       Qt::DockWidgetArea area);
    QWidget* build_side();
    DockCard* card(const QString& id) const;
    void show_pages_of_kind();

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
    QHash<int, RunKind> page_kinds_;  // by tab; pages that are always there have none
    struct Card {
        DockCard* dock;
        QString beside;
        RunKind kind;
    };
    QList<Card> cards_;
    QList<Panel*> panels_;
    Theme theme_ = Theme::light();
    RunKind kind_ = RunKind::collective;
    QHash<int, QByteArray> layouts_;  // of the kind that is not on screen
    QByteArray layout_before_presentation_;
    QSize size_before_presentation_;
    bool returning_ = false;  // the docks wait for the size that they had
    std::shared_ptr<const Recording> recording_;
    Position position_;
    QHash<std::int64_t, double> accuracy_;
};

}  // namespace ringscope
