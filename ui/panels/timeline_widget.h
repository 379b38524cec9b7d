#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/trace/recording.h"
#include "ui/panels/timeline_geometry.h"
#include "ui/theme/theme.h"

namespace ringscope {

// The phases of the current iteration, a playhead that can be dragged, and a strip of all
// iterations to jump between them. It only asks: whoever listens to `seek` moves the player, and
// whoever listens to `run_wanted` runs the engine to a frame that is still to come.
class TimelineWidget : public QWidget {
    Q_OBJECT

  public:
    explicit TimelineWidget(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    // Shows that place of the recording; null empties the timeline.
    void show_position(std::shared_ptr<const Recording> recording, Position position);

    TimelineGeometry geometry_now() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void seek(ringscope::Position position);
    void run_wanted(ringscope::Position position);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

  private:
    enum class Drag { none, playhead, strip };

    void scrub(const QPointF& point);
    QString caption_text() const;
    void paint_blocks(QPainter& painter, const TimelineGeometry& geometry) const;
    // How the steps of a block are labelled: "step 3", or every so many a number alone.
    struct StepLabels {
        bool words = true;
        int every = 1;
    };
    StepLabels step_labels(const TimelineBlock& block, const TimelineGeometry& geometry) const;
    void paint_labels(QPainter& painter, const TimelineGeometry& geometry) const;
    void paint_label(QPainter& painter, const TimelineGeometry& geometry, int frame,
                     const StepLabels& labels) const;
    void paint_strip(QPainter& painter, const TimelineGeometry& geometry) const;
    void paint_playhead(QPainter& painter, const TimelineGeometry& geometry) const;

    Theme theme_ = Theme::light();
    std::shared_ptr<const Recording> recording_;
    Position position_;
    std::vector<PlannedFrame> plan_;
    std::int64_t recorded_ = 0, iterations_ = 0;
    Drag drag_ = Drag::none;
};

}  // namespace ringscope
