#include "ui/figures/figure_widget.h"

#include <QPainter>

namespace ringscope {

void FigureWidget::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    update();
}

void FigureWidget::set_figure(std::shared_ptr<const Figure> figure) {
    figure_ = std::move(figure);
    setAccessibleName(figure_ ? figure_->title() : QString());
    setAccessibleDescription(figure_ ? figure_->description() : QString());
    update();
}

QSize FigureWidget::sizeHint() const {
    const QSizeF units = figure_ ? figure_->natural_size() : QSizeF(36, 22);
    return (units * theme_.unit).toSize();
}

QSize FigureWidget::minimumSizeHint() const {
    return QSizeF(12 * theme_.unit, 7 * theme_.unit).toSize();
}

void FigureWidget::paintEvent(QPaintEvent*) {
    if (!figure_) return;
    QPainter painter(this);
    figure_->paint(painter, QRectF(rect()), theme_);
}

}  // namespace ringscope
