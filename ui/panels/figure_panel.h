#pragma once

#include <memory>

#include "ui/figures/figure_view.h"
#include "ui/panels/panel.h"

namespace ringscope {

// A figure as the content of a card.
class FigurePanel : public Panel {
    Q_OBJECT

  public:
    explicit FigurePanel(const QString& name, QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_figure(std::shared_ptr<const Figure> figure, const QString& note);
    void show_nothing(const QString& why);
    const std::shared_ptr<const Figure>& figure() const { return figure_->figure(); }

  private:
    FigureView* figure_;
};

}  // namespace ringscope
