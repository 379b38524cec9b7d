#include "ui/stage/stage_widget.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

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
    update();
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
    setAccessibleDescription(shows ? figure_->description()
                                   : message_title_ + '\n' + message_text_);
    update();
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
    scene_.progress = progress;
    if (figure_) figure_->set_progress(progress);
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
    painter.fillRect(rect(), theme_.surface);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    if (figure_) {
        figure_->paint(painter, QRectF(rect()), theme_);
    } else {
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
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme_.accent, u * 0.12));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), u * 0.4, u * 0.4);
    }
}

double StageWidget::width_of_text() const { return 44 * theme_.unit; }

void StageWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !figure_) return QWidget::mousePressEvent(event);
    if (const auto cell = figure_->cell_at(event->position(), QRectF(rect()), theme_))
        select(*cell);
}

void StageWidget::select(CellRef cell) {
    scene_.selected = cell;
    rebuild();
    emit cell_clicked(cell.rank, cell.chunk);
}

bool StageWidget::walk(int key) {
    if (!figure_ || scene_.info->buckets.empty()) return false;
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
