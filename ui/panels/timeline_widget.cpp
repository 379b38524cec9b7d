#include "ui/panels/timeline_widget.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"

namespace ringscope {

namespace {

// Short, so that they fit their blocks.
QString block_title(FramePhase phase) {
    switch (phase) {
        case FramePhase::start: return TimelineWidget::tr("start");
        case FramePhase::shard: return TimelineWidget::tr("shards");
        case FramePhase::forward: return TimelineWidget::tr("forward");
        case FramePhase::backward: return TimelineWidget::tr("backward");
        case FramePhase::weight: return TimelineWidget::tr("weight");
        case FramePhase::reduce_scatter: return TimelineWidget::tr("reduce-scatter");
        case FramePhase::all_gather: return TimelineWidget::tr("all-gather");
        case FramePhase::reduce: return TimelineWidget::tr("reduce");
        case FramePhase::broadcast: return TimelineWidget::tr("broadcast");
        case FramePhase::exchange: return TimelineWidget::tr("exchange");
        case FramePhase::divide: return TimelineWidget::tr("divide");
        case FramePhase::update: return TimelineWidget::tr("update");
        case FramePhase::equality: return TimelineWidget::tr("equality");
        case FramePhase::iteration: return TimelineWidget::tr("free run: a whole iteration");
    }
    return {};
}

}  // namespace

TimelineWidget::TimelineWidget(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("The phases of the iteration; click or drag to move in it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setCursor(Qt::PointingHandCursor);
}

void TimelineWidget::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    update();
}

void TimelineWidget::show_position(std::shared_ptr<const Recording> recording, Position position) {
    recording_ = std::move(recording);
    position_ = position;
    plan_.clear();
    recorded_ = iterations_ = 0;
    if (recording_) {
        iterations_ = recording_->iterations();
        recorded_ = recording_->frames_in(position.iteration);
        plan_ = iteration_plan(*recording_, position.iteration);
    }
    updateGeometry();
    update();
}

TimelineGeometry TimelineWidget::geometry_now() const {
    const double u = theme_.unit;
    return {plan_, iterations_, QRectF(rect()).adjusted(1.4 * u, 0.5 * u, -1.4 * u, -0.4 * u), u};
}

QSize TimelineWidget::minimumSizeHint() const {
    return QSizeF(30 * theme_.unit, 7.4 * theme_.unit).toSize();
}

QSize TimelineWidget::sizeHint() const {
    return QSizeF(60 * theme_.unit, 7.4 * theme_.unit).toSize();
}

void TimelineWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (plan_.empty()) {
        painter.setFont(theme_.font(0.9));
        painter.setPen(theme_.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Nothing has been recorded yet"));
        return;
    }
    const TimelineGeometry geometry = geometry_now();
    painter.setFont(theme_.font(0.88));
    painter.setPen(theme_.muted);
    painter.drawText(geometry.caption(), Qt::AlignLeft | Qt::AlignVCenter, caption_text());
    if (iterations_ > 1)
        painter.drawText(geometry.caption(), Qt::AlignRight | Qt::AlignVCenter,
                         tr("%1 iterations recorded").arg(integer_text(iterations_)));
    paint_blocks(painter, geometry);
    paint_labels(painter, geometry);
    paint_strip(painter, geometry);
    paint_playhead(painter, geometry);
}

QString TimelineWidget::caption_text() const {
    QString text = tr("iteration %1").arg(integer_text(position_.iteration));
    const FramePtr frame = recording_->frame(position_);
    if (!frame || !frame->executed_again) return text;
    return tr("%1 · executed again from a checkpoint, digests checked").arg(text);
}

void TimelineWidget::paint_blocks(QPainter& painter, const TimelineGeometry& geometry) const {
    painter.setFont(theme_.font(0.88));
    for (const TimelineBlock& block : geometry.blocks()) {
        const QColor color = theme_.phase_color(block.phase);
        const bool recorded = block.first_frame < recorded_;
        painter.setPen(Qt::NoPen);
        QColor fill = color;
        if (!recorded) fill.setAlphaF(0.35F);
        painter.setBrush(fill);
        painter.drawRoundedRect(block.rect, 0.35 * theme_.unit, 0.35 * theme_.unit);
        painter.setPen(recorded ? theme_.on_color(color) : theme_.muted);
        const bool rest =
            block.phase == FramePhase::iteration && block.first_frame > 0 &&
            plan_[static_cast<std::size_t>(block.first_frame) - 1].phase != FramePhase::start;
        const QString title = rest ? tr("free run: the rest") : block_title(block.phase);
        const QRectF room = block.rect.adjusted(2, 0, -2, 0);
        // Half a name tells nothing: then the colour and the tool tip do.
        painter.drawText(room, Qt::AlignCenter, fitting(painter.font(), room.width(), {title}));
    }
}

void TimelineWidget::paint_labels(QPainter& painter, const TimelineGeometry& geometry) const {
    for (const TimelineBlock& block : geometry.blocks()) {
        if (block.frames < 2 &&
            plan_[static_cast<std::size_t>(block.first_frame)].steps_in_phase < 2)
            continue;
        const StepLabels labels = step_labels(block, geometry);
        for (int i = 0; i < block.frames; ++i) {
            const int frame = block.first_frame + i;
            const QRectF slot = geometry.slot(frame);
            paint_label(painter, geometry, frame, labels);
            // Where marks would be closer than this they are only noise.
            if (i == 0 || slot.width() < 0.5 * theme_.unit) continue;
            painter.setPen(QPen(theme_.surface, 1));
            painter.drawLine(QPointF(slot.left(), slot.bottom() - 0.55 * theme_.unit),
                             QPointF(slot.left(), slot.bottom()));
        }
    }
}

TimelineWidget::StepLabels TimelineWidget::step_labels(const TimelineBlock& block,
                                                       const TimelineGeometry& geometry) const {
    const QFontMetricsF metrics(theme_.font(0.82, true));
    const double slot = geometry.slot(block.first_frame).width();
    const QString most =
        integer_text(plan_[static_cast<std::size_t>(block.first_frame)].steps_in_phase);
    if (metrics.horizontalAdvance(tr("step %1").arg(most)) + 0.5 * theme_.unit <= slot)
        return {true, 1};
    for (const int every : {1, 2, 5, 10, 20, 50, 100})
        if (metrics.horizontalAdvance(most) + 0.5 * theme_.unit <= every * slot)
            return {false, every};
    return {false, 1000};
}

// The current step has its number always; its neighbours make room for it.
void TimelineWidget::paint_label(QPainter& painter, const TimelineGeometry& geometry, int frame,
                                 const StepLabels& labels) const {
    const int number = plan_[static_cast<std::size_t>(frame)].step + 1;
    const auto here = static_cast<int>(position_.frame);
    const bool current = frame == here;
    if (!current && number % labels.every != 0 && (number != 1 || labels.every > 5)) return;
    if (!current && labels.every > 1 && std::abs(frame - here) < labels.every) return;
    const QString text = labels.words ? tr("step %1").arg(number) : integer_text(number);
    const QRectF slot = geometry.slot(frame);
    const double width = std::max(slot.width(), 4 * theme_.unit);
    painter.setFont(theme_.font(0.82, current));
    painter.setPen(current ? theme_.text : theme_.muted);
    painter.drawText(QRectF(slot.center().x() - width / 2, geometry.labels().top(), width,
                            geometry.labels().height()),
                     Qt::AlignCenter, text);
}

void TimelineWidget::paint_strip(QPainter& painter, const TimelineGeometry& geometry) const {
    const QRectF strip = geometry.strip();
    if (strip.isEmpty()) return;
    const double radius = strip.height() / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.sunken);
    painter.drawRoundedRect(strip, radius, radius);
    QRectF here = geometry.iteration_rect(position_.iteration);
    if (here.width() > 6) {
        painter.setPen(QPen(theme_.border, 1));
        for (std::int64_t i = 1; i < iterations_; ++i) {
            const double x = geometry.iteration_rect(i).left();
            painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()));
        }
    }
    const double width = std::max(here.width(), 0.5 * theme_.unit);
    here = QRectF(here.center().x() - width / 2, strip.top(), width, strip.height());
    here.moveLeft(std::clamp(here.left(), strip.left(), strip.right() - width));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.accent);
    painter.drawRoundedRect(here, radius, radius);
}

// A knob above the bar and a mark along the frame's own foot: neither covers a phase's name.
void TimelineWidget::paint_playhead(QPainter& painter, const TimelineGeometry& geometry) const {
    const auto frame = static_cast<int>(position_.frame);
    const double x = geometry.x_of(frame);
    const QRectF bar = geometry.bar(), slot = geometry.slot(frame);
    const double radius = 0.42 * theme_.unit, foot = 0.28 * theme_.unit;
    painter.setPen(QPen(theme_.accent, 0.18 * theme_.unit));
    painter.drawLine(QPointF(x, bar.top() - 0.5 * theme_.unit),
                     QPointF(x, bar.top() + 0.35 * theme_.unit));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.accent);
    painter.drawEllipse(QPointF(x, bar.top() - 0.55 * theme_.unit), radius, radius);
    const double width = std::max(slot.width() - 0.2 * theme_.unit, 2.0);
    painter.drawRoundedRect(QRectF(x - width / 2, bar.bottom() - foot / 2, width, foot), foot / 2,
                            foot / 2);
}

void TimelineWidget::scrub(const QPointF& point) {
    if (!recording_ || plan_.empty()) return;
    const TimelineGeometry geometry = geometry_now();
    Position to = position_;
    if (drag_ == Drag::strip) {
        to.iteration = geometry.iteration_at(point.x());
        if (to.iteration == position_.iteration) return;
        to.frame = std::max<std::int64_t>(0, recording_->frames_in(to.iteration) - 1);
    } else {
        to.frame = std::clamp<std::int64_t>(geometry.frame_at(point.x()), 0,
                                            std::max<std::int64_t>(0, recorded_ - 1));
    }
    if (to != position_) emit seek(to);
}

void TimelineWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const QRectF strip = geometry_now().strip();
    drag_ = !strip.isEmpty() && event->position().y() >= strip.top() - 0.2 * theme_.unit
                ? Drag::strip
                : Drag::playhead;
    scrub(event->position());
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
    if (drag_ != Drag::none) scrub(event->position());
}

// Dragging follows what is recorded; letting go beyond it asks for the rest.
void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(drag_, Drag::none);
    if (drag != Drag::playhead || !recording_ || plan_.empty()) return;
    const std::int64_t frame = geometry_now().frame_at(event->position().x());
    if (frame >= recorded_) emit run_wanted({position_.iteration, frame});
}

bool TimelineWidget::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || plan_.empty()) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const TimelineGeometry geometry = geometry_now();
    QString text;
    if (!geometry.strip().isEmpty() && help->pos().y() >= geometry.strip().top()) {
        text = tr("iteration %1").arg(integer_text(geometry.iteration_at(help->pos().x())));
    } else {
        const int frame = geometry.frame_at(help->pos().x());
        const PlannedFrame& planned = plan_[static_cast<std::size_t>(frame)];
        text = phase_title(planned.phase);
        if (planned.steps_in_phase > 1)
            text += tr(" · step %1 of %2")
                        .arg(integer_text(planned.step + 1), integer_text(planned.steps_in_phase));
        if (frame >= recorded_) text += tr(" · still to come: a click runs there");
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

}  // namespace ringscope
