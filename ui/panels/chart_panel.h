#pragma once

#include <memory>

#include "ui/figures/chart_widget.h"
#include "ui/panels/panel.h"

namespace ringscope {

// A chart as the content of a card.
class ChartPanel : public Panel {
    Q_OBJECT

  public:
    explicit ChartPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_figure(std::shared_ptr<const ChartFigure> figure, const QString& note);
    std::shared_ptr<const ChartFigure> figure() const { return chart_->figure(); }

  private:
    ChartWidget* chart_;
};

}  // namespace ringscope
