#include "ui/stage/stage_widget.h"

#include <QApplication>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/stage/scene_cells.h"

namespace ringscope {

namespace {

QString ranks_text(std::uint64_t ranks, int world_size) {
    QStringList names;
    for (Rank r = 0; r < world_size; ++r)
        if ((ranks >> r) & 1) names << QString::number(r);
    return names.join(QStringLiteral(", "));
}

}  // namespace

StageWidget::StageWidget(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Stage"));
    animation_.setStartValue(0.0);
    animation_.setEndValue(1.0);
    animation_.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&animation_, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { set_progress(value.toDouble()); });
    connect(&animation_, &QVariantAnimation::finished, this, &StageWidget::animation_finished);
}

void StageWidget::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    changed();
}

// The whole picture is another one.
void StageWidget::changed() {
    still_ = QPixmap();
    update();
}

// Painted once a scene: while tokens move, sixty times a second, only they are painted.
const QPixmap& StageWidget::still() {
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (still_.size() == pixels && still_.devicePixelRatio() == ratio) return still_;
    still_ = QPixmap(pixels);
    if (still_.isNull()) return still_;  // there is nothing to paint on
    still_.setDevicePixelRatio(ratio);
    still_.fill(theme_.surface);
    QPainter painter(&still_);
    painter.setRenderHint(QPainter::Antialiasing);
    figure_->paint_still(painter, QRectF(rect()), theme_);
    return still_;
}

void StageWidget::set_view(StageView view) {
    if (view == view_) return;
    view_ = view;
    figure_.reset();
    rebuild();
}

void StageWidget::set_scene(StageScene scene) {
    animation_.stop();
    scene_ = std::move(scene);
    rebuild();
}

void StageWidget::rebuild() {
    const bool shows = scene_.info && scene_.frame;
    if (!shows)
        figure_.reset();
    else if (figure_)
        figure_->set_scene(scene_);
    else
        figure_ = make_stage_figure(view_, scene_);
    if (figure_) figure_->set_lens(lens_);
    setAccessibleDescription(shows ? figure_->description()
                                   : message_title_ + '\n' + message_text_);
    changed();
}

void StageWidget::animate(int duration_ms) {
    animation_.stop();
    const bool moves = scene_.frame && !scene_.frame->transfers.empty();
    if (duration_ms <= 0 || !moves) {
        set_progress(1);
        emit animation_finished();
        return;
    }
    animation_.setDuration(duration_ms);
    animation_.start();
}

void StageWidget::set_progress(double progress) {
    if (progress == scene_.progress) return;
    const bool had_landed = landed(scene_);
    scene_.progress = progress;
    if (figure_) figure_->set_progress(progress);
    if (landed(scene_) != had_landed) return changed();
    update();
}

bool StageWidget::animating() const { return animation_.state() == QAbstractAnimation::Running; }

void StageWidget::set_message(const QString& title, const QString& text) {
    message_title_ = title;
    message_text_ = text;
    rebuild();
}

std::unique_ptr<Figure> StageWidget::figure() const {
    if (!figure_) return nullptr;
    return make_stage_figure(view_, scene_);
}

QSize StageWidget::sizeHint() const {
    return {static_cast<int>(58 * theme_.unit), static_cast<int>(46 * theme_.unit)};
}

QSize StageWidget::minimumSizeHint() const {
    return {static_cast<int>(24 * theme_.unit), static_cast<int>(20 * theme_.unit)};
}

void StageWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    if (figure_) {
        // A widget that is rendered as vectors stays one.
        if (painter.paintEngine()->type() == QPaintEngine::SVG)
            figure_->paint_still(painter, QRectF(rect()), theme_);
        else
            painter.drawPixmap(0, 0, still());
        figure_->paint_moving_layer(painter, QRectF(rect()), theme_);
        paint_map(painter);
    } else {
        painter.fillRect(rect(), theme_.surface);
        paint_message(painter);
    }
    if (hasFocus() && shows_focus_) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme_.accent, u * 0.12));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), u * 0.4, u * 0.4);
    }
}

void StageWidget::paint_message(QPainter& painter) const {
    const double u = theme_.unit;
    const double width = std::min(width_of_text(), QRectF(rect()).width() - 2 * u);
    const QStringList lines = wrapped(message_text_, theme_.font(1), width, 12);
    QRectF line(0, 0, width, 2.2 * u);
    line.moveCenter(QRectF(rect()).center() -
                    QPointF(0, 0.75 * u * static_cast<double>(lines.size())));
    paint_line(painter, line, Qt::AlignHCenter, theme_.font(1.32, true), theme_.text,
               message_title_);
    line.translate(0, 0.6 * u);
    for (const QString& text : lines) {
        line.translate(0, 1.6 * u);
        paint_line(painter, line, Qt::AlignHCenter, theme_.font(1), theme_.muted, text);
    }
}

QRectF StageWidget::body() const {
    return figure_ ? figure_->body_of(QRectF(rect()), theme_) : QRectF();
}

QRectF StageWidget::map_rect() const {
    const QRectF whole = body();
    if (lens_.zoom <= 1 || whole.isEmpty()) return {};
    const double u = theme_.unit;
    const double width =
        std::min({11 * u, whole.width() * 0.3, 8 * u * whole.width() / whole.height()});
    const QSizeF size(width, width * whole.height() / whole.width());
    return {QPointF(whole.right() - size.width() - 0.4 * u, whole.top() + 0.4 * u), size};
}

void StageWidget::paint_map(QPainter& painter) const {
    const QRectF map = map_rect();
    if (map.isEmpty()) return;
    const double u = theme_.unit;
    const auto on_map = [&](const QRectF& share) {
        return QRectF(map.left() + share.left() * map.width(),
                      map.top() + share.top() * map.height(), share.width() * map.width(),
                      share.height() * map.height());
    };
    painter.setPen(QPen(theme_.strong_border, u * 0.08));
    painter.setBrush(theme_.surface);
    painter.drawRoundedRect(map.adjusted(-u * 0.3, -u * 0.3, u * 0.3, u * 0.3), u * 0.4, u * 0.4);
    painter.setPen(Qt::NoPen);
    const std::vector<QRectF> marks = figure_->overview(QRectF(rect()), theme_);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        painter.setBrush(theme_.rank_color(static_cast<Rank>(i)));
        painter.drawRect(on_map(marks[i]));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.accent, u * 0.15));
    painter.drawRect(on_map(lens_.seen()));
}

void StageWidget::focusInEvent(QFocusEvent* event) {
    shows_focus_ = event->reason() != Qt::MouseFocusReason;
    QWidget::focusInEvent(event);
}

void StageWidget::set_lens(const Lens& lens) {
    if (lens == lens_) return;
    lens_ = lens;
    if (figure_) figure_->set_lens(lens_);
    changed();
    emit lens_changed();
}

// The middle of a ring is empty: the way in leads to what is spoken of.
void StageWidget::zoom(double factor) {
    QPointF anchor = body().center();
    const int told = told_transfer(scene_);
    std::optional<CellRef> cell = scene_.selected;
    if (!cell && told >= 0) {
        const Transfer& t = scene_.frame->transfers[static_cast<std::size_t>(told)].report.transfer;
        cell = CellRef{t.to, t.chunk};
    }
    if (figure_ && lens_.zoom <= 1) {
        const QRectF there = figure_->cell_rect(cell.value_or(CellRef{}), QRectF(rect()), theme_);
        if (!there.isEmpty()) anchor = there.center();
    }
    set_lens(lens_.zoomed(factor, anchor, body()));
    if (cell) bring_into_sight(*cell);
}

void StageWidget::show_whole() { set_lens({}); }

void StageWidget::wheelEvent(QWheelEvent* event) {
    if (!figure_ || event->angleDelta().y() == 0) return QWidget::wheelEvent(event);
    const double notches = event->angleDelta().y() / 120.0;
    set_lens(lens_.zoomed(std::pow(1.25, notches), event->position(), body()));
    event->accept();
}

void StageWidget::look_at(const QPointF& on_map) {
    const QRectF map = map_rect();
    set_lens(lens_.centered_at(
        {(on_map.x() - map.left()) / map.width(), (on_map.y() - map.top()) / map.height()}));
}

void StageWidget::bring_into_sight(CellRef cell) {
    if (lens_.zoom <= 1 || !figure_) return;
    const QRectF there = figure_->cell_rect(cell, QRectF(rect()), theme_);
    if (there.isEmpty() || body().contains(there)) return;
    set_lens(lens_.moved(body().center() - there.center(), body()));
}

double StageWidget::width_of_text() const { return 44 * theme_.unit; }

void StageWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !figure_) return QWidget::mousePressEvent(event);
    drag_from_ = event->position();
    drag_lens_ = lens_;
    drag_ = map_rect().contains(drag_from_) ? Drag::map : Drag::pressed;
    if (drag_ == Drag::map) look_at(drag_from_);
}

void StageWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPointF moved = event->position() - drag_from_;
    if (drag_ == Drag::map) return look_at(event->position());
    if (drag_ == Drag::pressed && lens_.zoom > 1 &&
        moved.manhattanLength() >= QApplication::startDragDistance()) {
        drag_ = Drag::moving;
        setCursor(Qt::ClosedHandCursor);
    }
    if (drag_ == Drag::moving) set_lens(drag_lens_.moved(moved, body()));
}

void StageWidget::mouseReleaseEvent(QMouseEvent* event) {
    const Drag drag = std::exchange(drag_, Drag::none);
    unsetCursor();
    if (drag != Drag::pressed || !figure_) return;
    if (const auto cell = figure_->cell_at(event->position(), QRectF(rect()), theme_))
        select(*cell);
}

void StageWidget::select(CellRef cell) {
    scene_.selected = cell;
    rebuild();
    bring_into_sight(cell);
    emit cell_clicked(cell.rank, cell.chunk);
}

bool StageWidget::walk(int key) {
    if (!figure_ || !figure_->shows_cells()) return false;
    const int ranks = scene_.info->world_size;
    const int chunks = static_cast<int>(bucket_of(scene_).schedule.chunks.size());
    if (chunks == 0) return false;
    CellRef cell = scene_.selected.value_or(CellRef{});
    switch (key) {
        case Qt::Key_Left: cell.chunk = (cell.chunk + chunks - 1) % chunks; break;
        case Qt::Key_Right: cell.chunk = (cell.chunk + 1) % chunks; break;
        case Qt::Key_Up: cell.rank = (cell.rank + ranks - 1) % ranks; break;
        case Qt::Key_Down: cell.rank = (cell.rank + 1) % ranks; break;
        case Qt::Key_Return:
        case Qt::Key_Enter: break;
        default: return false;
    }
    select(cell);
    return true;
}

void StageWidget::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if ((enter || event->modifiers().testFlag(Qt::AltModifier)) && walk(event->key())) return;
    QWidget::keyPressEvent(event);
}

bool StageWidget::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !figure_) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = figure_->cell_at(help->pos(), QRectF(rect()), theme_);
    if (cell) {
        QToolTip::showText(help->globalPos(), tooltip_for(*cell), this,
                           figure_->cell_rect(*cell, QRectF(rect()), theme_).toAlignedRect());
    } else {
        QToolTip::hideText();
        event->ignore();
    }
    return true;
}

QString StageWidget::tooltip_for(CellRef cell) const {
    const SceneCells cells = scene_cells(scene_);
    const CellView& view = cells.at(cell.rank, cell.chunk);
    const Chunk& chunk = bucket_of(scene_).schedule.chunks[static_cast<std::size_t>(cell.chunk)];
    QStringList lines{tr("%1, chunk %2").arg(device_name(cell.rank)).arg(cell.chunk)};
    if (chunk.count == 0)
        lines << tr("empty: there are fewer numbers than devices");
    else
        lines << tr("numbers %1 to %2 of the bucket")
                     .arg(integer_text(chunk.offset), integer_text(chunk.offset + chunk.count - 1));
    if (view.known && chunk.count > 0) {
        QStringList values;
        for (const float value : view.first) values << number_text(value, 10);
        if (view.count > std::ssize(view.first)) values << QStringLiteral("…");
        lines << values.join(QStringLiteral("  "))
              << tr("sum of devices %1").arg(ranks_text(view.ranks, cells.world_size));
        if (view.bad_count > 0)
            lines << tr("NaN or infinite: %1").arg(integer_text(view.bad_count));
    }
    return lines.join('\n');
}

}  // namespace ringscope
