#include "ui/panels/traffic_panel.h"

#include <QPainter>

namespace ringscope {

TrafficPanel::TrafficPanel(QWidget* parent) : Panel(parent) {
    setAccessibleName(tr("Bytes sent per device"));
    setToolTip(
        tr("Bytes are counted where the devices are told to send them. A ring all-reduce of "
           "S bytes over N devices: each sends 2 (N − 1) / N × S"));
}

void TrafficPanel::set_theme(const Theme& theme) {
    theme_ = theme;
    setMinimumHeight(qRound(7 * theme.unit));
    update();
}

void TrafficPanel::show_traffic(Traffic traffic) {
    figure_ = BytesSentFigure(std::move(traffic));
    setAccessibleDescription(figure_.description());
    emit note_changed(figure_.empty() ? QString() : tr("measured"), Tone::plain);
    update();
}

std::shared_ptr<const Figure> TrafficPanel::figure() const {
    return figure_.empty() ? nullptr : std::make_shared<BytesSentFigure>(figure_);
}

void TrafficPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    figure_.paint_bars(painter, QRectF(rect()).adjusted(1.1 * u, 0.2 * u, -1.1 * u, -0.6 * u),
                       theme_);
}

}  // namespace ringscope
