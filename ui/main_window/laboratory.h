#pragma once

#include <QObject>
#include <vector>

#include "core/trace/divergence.h"
#include "core/train/spec.h"
#include "ui/figures/portraits.h"
#include "ui/playback/background.h"

class QSettings;

namespace ringscope {

class ChartPanel;
class Document;
class Engine;
class ExportMenu;
class LessonDirector;
class FaultsPanel;
class FigurePanel;
class Player;
class PredictPanel;
class StageCard;
class Workspace;

// The parts of the window that experiments need.
struct Bench {
    Document& document;
    Player& player;
    Engine& engine;
    Workspace& workspace;
    StageCard& stage;
    QSettings& settings;  // where a learner's progress is kept
};

// The panels with which the lesson's claims are tried out: makes them, puts them into the workspace
// and connects them to the run.
class Laboratory : public QObject {
    Q_OBJECT

  public:
    Laboratory(const Bench& bench, QObject* parent);

    // What can be exported from here, behind what is in the menu already.
    void add_exports(ExportMenu& menu);

    LessonDirector& director() { return *director_; }
    FaultsPanel& faults() { return *faults_; }
    PredictPanel& predict() { return *predict_; }
    ChartPanel& divergence() { return *divergence_; }
    FigurePanel& portraits() { return *portraits_; }
    FigurePanel& shards() { return *shards_; }
    FigurePanel& timeline() { return *timeline_; }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void connect_faults();
    void connect_predictions();
    void connect_lesson();
    void show_page(const QString& page);
    void restore_progress();
    void store_progress();
    void begin_session();
    void show_cards_of_session();
    void show_position();
    void show_divergence();
    void show_shards();
    void show_timeline();
    void show_portraits();
    void show_summation();
    void take_portraits(const std::shared_ptr<const Probe>& probe);
    void forget_portraits();
    std::shared_ptr<const Dataset> data();
    void show_faults_of_run();
    void start_again_with(const std::vector<Fault>& faults);

    Bench bench_;
    LessonDirector* director_;
    FaultsPanel* faults_;
    PredictPanel* predict_;
    ChartPanel* divergence_;
    DivergenceHistory history_;
    FigurePanel *portraits_, *shards_, *timeline_;
    int openings_ = 0;  // of sessions
    bool free_by_session_ = false;
    Background reader_;
    std::string data_of_;                  // the session, as the recording has it
    std::shared_ptr<const Dataset> data_;  // its samples, once they were needed
    std::optional<PortraitQuestions> questions_;
    std::int64_t asked_ = -1;  // updates that the newest portraits were asked for
    bool waits_for_portraits_ = false;
};

}  // namespace ringscope
