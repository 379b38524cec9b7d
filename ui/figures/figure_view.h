#pragma once

#include <QWidget>
#include <memory>

#include "ui/figures/figure.h"
#include "ui/theme/theme.h"

namespace ringscope {

// A figure on screen in a card, at whatever size there is; or why there is none.
class FigureView : public QWidget {
    Q_OBJECT

  public:
    explicit FigureView(QWidget* parent = nullptr) : QWidget(parent) {}

    void set_theme(const Theme& theme);
    // Null: `empty` is said in its place.
    void set_figure(std::shared_ptr<const Figure> figure, const QString& empty = {});
    const std::shared_ptr<const Figure>& figure() const { return figure_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme theme_ = Theme::light();
    std::shared_ptr<const Figure> figure_;
    QString empty_;
};

}  // namespace ringscope
