#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "core/trace/recording.h"
#include "ui/playback/background.h"
#include "ui/stage/stage_scene.h"

namespace ringscope {

// A second recording beside the one on the stage, moved together with it.
class Comparison : public QObject {
    Q_OBJECT

  public:
    explicit Comparison(QObject* parent = nullptr);

    void open(const QString& file);  // in the background; answered by `changed` or `problem`
    void show(std::shared_ptr<const Recording> recording);
    void end();
    bool active() const { return other_ != nullptr; }
    const std::shared_ptr<const Recording>& other() const { return other_; }

    // What stands beside that place; without a frame where the other recording has no such
    // iteration.
    StageScene scene_beside(const Recording& recording, Position position) const;
    // What both say about themselves there, and how they differ.
    QString title_of_this(const Recording& recording, Position position) const;
    QString title_of_other(const Recording& recording, Position position) const;
    QString verdict(const Recording& recording, Position position) const;

  signals:
    void changed();
    void problem(ringscope::Problem problem);

  private:
    std::shared_ptr<const Recording> other_;
    Background files_;
};

}  // namespace ringscope
