#pragma once

#include <QObject>
#include <deque>

#include "core/trace/recording.h"
#include "ui/panels/guide_content.h"

namespace ringscope {

struct Bench;
class Experiments;

// Does what a lesson shows, one action after another: opens a scenario, brings a card to the front,
// runs to a frame, points at a cell. Each waits for the one before; a new list takes the place of
// one that is under way.
class LessonDirector : public QObject {
    Q_OBJECT

  public:
    LessonDirector(const Bench& bench, QObject* parent);

    // Whose charts "measure" fills; they stay alive as long as this.
    void use(Experiments& experiments);
    void perform(const std::vector<GuideAction>& actions);
    bool busy() const { return !actions_.empty(); }

  signals:
    void page_wanted(const QString& page);  // "lesson", "setup", "faults", "predict"
    void predictions_wanted();
    void failed(const QString& problem);

  private:
    void wake();
    void proceed();
    bool done(const GuideAction& action);
    bool opened(const std::string& scenario);
    bool go(const nlohmann::json& target);
    bool point(const nlohmann::json& cell);
    bool measure(const nlohmann::json& wanted);
    bool switch_faults(const nlohmann::json& faults);
    void give_up(const QString& problem);

    const Bench& bench_;
    Experiments* experiments_ = nullptr;
    std::deque<GuideAction> actions_;
    bool started_ = false;  // the first action has been asked for and is waited for
    bool woken_ = false;
};

}  // namespace ringscope
