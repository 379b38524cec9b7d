#include "ui/figures/figure_view.h"

#include <QPainter>

#include "ui/figures/paint_text.h"

namespace ringscope {

void FigureView::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    update();
}

void FigureView::set_figure(std::shared_ptr<const Figure> figure, const QString& empty) {
    figure_ = std::move(figure);
    empty_ = empty;
    setAccessibleName(figure_ ? figure_->title() : QString());
    setAccessibleDescription(figure_ ? figure_->description() : empty_);
    update();
}

QSize FigureView::sizeHint() const {
    return {static_cast<int>(24 * theme_.unit), static_cast<int>(18 * theme_.unit)};
}

QSize FigureView::minimumSizeHint() const {
    return {static_cast<int>(14 * theme_.unit), static_cast<int>(8 * theme_.unit)};
}

void FigureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.surface);
    if (figure_) return figure_->paint(painter, QRectF(rect()), theme_);
    const QStringList lines = wrapped(empty_, theme_.font(0.92), width() - 2 * theme_.unit, 4);
    QRectF line(0, 0, width(), 1.5 * theme_.unit);
    line.moveTop(height() / 2.0 - 0.75 * theme_.unit * static_cast<double>(lines.size()));
    for (const QString& text : lines) {
        paint_line(painter, line, Qt::AlignHCenter, theme_.font(0.92), theme_.muted, text);
        line.translate(0, 1.5 * theme_.unit);
    }
}

}  // namespace ringscope
