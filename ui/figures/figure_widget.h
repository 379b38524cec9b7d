#pragma once

#include <QWidget>
#include <memory>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

// Any figure on screen, as large as the widget.
class FigureWidget : public QWidget {
    Q_OBJECT

  public:
    explicit FigureWidget(QWidget* parent = nullptr) : QWidget(parent) {}

    void set_theme(const Theme& theme);
    void set_figure(std::shared_ptr<const Figure> figure);
    std::shared_ptr<const Figure> figure() const { return figure_; }  // null before the first

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme theme_ = Theme::light();
    std::shared_ptr<const Figure> figure_;
};

}  // namespace ringscope
