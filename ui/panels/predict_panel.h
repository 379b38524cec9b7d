#pragma once

#include <map>
#include <memory>
#include <optional>

#include "core/collective/prediction.h"
#include "core/trace/recording.h"
#include "ui/panels/panel.h"
#include "ui/stage/stage_scene.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ringscope {

// Predict mode: before each step of a collective it asks what will move, and once the step was
// played it says what was right and why. A click on a cell of the asked device chooses the chunk, a
// click on another device the receiver.
class PredictPanel : public Panel {
    Q_OBJECT

  public:
    explicit PredictPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    // Another session: all answers are forgotten.
    void begin(std::uint64_t seed);
    // The frame on the stage and the frame before it.
    void show_scene(const StageScene& scene);
    void pick(int rank, int chunk);
    void set_asking(bool asking);
    bool asking() const;

    // Of the steps that were answered.
    int points() const;
    int possible() const;

  signals:
    // The answer is given: the step is to be played.
    void step_wanted();

  private:
    void build();
    void ask(const Schedule& schedule, std::size_t step);
    void close_question(const QString& text);
    void check();
    void mark_answer(const StageScene& scene);
    void show_value_question();
    void show_score();
    Prediction prediction() const;

    Theme theme_ = Theme::light();
    std::uint64_t seed_ = 0;
    StageScene scene_;
    std::optional<PredictionQuestion> question_;    // open: its step has not been played
    std::optional<Prediction> given_;               // waits for the step
    std::map<std::size_t, PredictionMarks> marks_;  // by step
    QCheckBox* on_;
    QWidget* form_;
    QLabel *step_, *chunk_label_, *to_label_, *value_label_, *feedback_, *score_;
    QComboBox *chunk_, *to_;
    QLineEdit* value_;
    QPushButton* check_;
};

}  // namespace ringscope
