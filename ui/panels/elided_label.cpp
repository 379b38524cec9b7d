#include "ui/panels/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QToolTip>

namespace ringscope {

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStyleOption ground;  // what the style sheet draws below the text
    ground.initFrom(this);
    style()->drawPrimitive(QStyle::PE_Widget, &ground, &painter, this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect area = contentsRect();
    // From the left when it does not fit: its beginning says most.
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, area.width());
    const bool whole = shown == text();
    painter.drawText(area, static_cast<int>(whole ? alignment() : Qt::AlignLeft | Qt::AlignVCenter),
                     shown);
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty()) return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
}

}  // namespace ringscope
