#pragma once

#include "ui/figures/bytes_sent_figure.h"
#include "ui/panels/panel.h"
#include "ui/theme/theme.h"

namespace ringscope {

// The bars of bytes sent, below the card's heading.
class TrafficPanel : public Panel {
    Q_OBJECT

  public:
    explicit TrafficPanel(QWidget* parent = nullptr);

    void set_theme(const Theme& theme) override;
    void show_traffic(Traffic traffic);
    // What is on screen, for export. Null while there is nothing.
    std::shared_ptr<const Figure> figure() const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    Theme theme_ = Theme::light();
    BytesSentFigure figure_;
};

}  // namespace ringscope
