#pragma once

#include <QWidget>
#include <memory>

#include "ui/figures/chart_figure.h"

class QChartView;

namespace ringscope {

// A chart on screen, with its legend below. The title is the panel's. One QChart is built at the
// first figure and gets new data afterwards, so set_figure is cheap enough for every frame.
// All figures given to one widget are of one class.
class ChartWidget : public QWidget {
    Q_OBJECT

  public:
    explicit ChartWidget(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void set_figure(std::shared_ptr<const ChartFigure> figure);
    std::shared_ptr<const ChartFigure> figure() const { return figure_; }  // null before the first

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void refresh();
    void place();

    Theme theme_ = Theme::light();
    std::shared_ptr<const ChartFigure> figure_;
    QChartView* view_;
};

}  // namespace ringscope
