#include "ui/figures/chart_widget.h"

#include <QChartView>
#include <QPainter>
#include <QResizeEvent>

#include "ui/figures/paint_text.h"

namespace ringscope {

ChartWidget::ChartWidget(QWidget* parent) : QWidget(parent), view_(new QChartView(this)) {
    view_->setFrameShape(QFrame::NoFrame);
    view_->setRenderHint(QPainter::Antialiasing);
    view_->setBackgroundBrush(Qt::NoBrush);
    view_->setStyleSheet(QStringLiteral("background: transparent"));
    view_->setFocusPolicy(Qt::NoFocus);
    view_->hide();
}

void ChartWidget::set_theme(const Theme& theme) {
    theme_ = theme;
    refresh();
    updateGeometry();
}

void ChartWidget::set_figure(std::shared_ptr<const ChartFigure> figure) {
    const bool first = !figure_ && figure;
    figure_ = std::move(figure);
    if (first) figure_->build(*view_->chart());
    refresh();
}

void ChartWidget::refresh() {
    if (!figure_) return;
    setAccessibleName(figure_->title());
    setAccessibleDescription(figure_->description());
    const bool shows = figure_->empty_text().isEmpty();
    if (shows) figure_->update(*view_->chart(), theme_);
    view_->setVisible(shows);
    place();
    update();
}

void ChartWidget::place() {
    if (!figure_) return;
    const double low = legend_height(figure_->legend(theme_), width(), theme_);
    view_->setGeometry(0, 0, width(),
                       std::max(0, height() - static_cast<int>(low + 0.3 * theme_.unit)));
}

void ChartWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.surface);
    if (!figure_) return;
    if (!figure_->empty_text().isEmpty()) {
        paint_empty_text(painter, QRectF(rect()), figure_->empty_text(), theme_);
        return;
    }
    const std::vector<LegendEntry> entries = figure_->legend(theme_);
    const double low = legend_height(entries, width(), theme_);
    paint_legend(painter, QRectF(0, height() - low, width(), low), entries, theme_);
}

void ChartWidget::resizeEvent(QResizeEvent*) { place(); }

QSize ChartWidget::sizeHint() const {
    return {static_cast<int>(25 * theme_.unit), static_cast<int>(14 * theme_.unit)};
}

QSize ChartWidget::minimumSizeHint() const {
    return {static_cast<int>(14 * theme_.unit), static_cast<int>(9 * theme_.unit)};
}

}  // namespace ringscope
