#include "ui/panels/choice_list.h"

#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace ringscope {

ChoiceList::ChoiceList(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(3);
}

QString ChoiceList::shown() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    return fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width() - 2);
}

void ChoiceList::hidePopup() {
    QComboBox::hidePopup();
    emit left();
}

void ChoiceList::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shown();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

bool ChoiceList::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || shown() == currentText())
        return QComboBox::event(event);
    QString whole = currentText();
    if (!toolTip().isEmpty()) whole += QStringLiteral("\n") + toolTip();
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), whole, this);
    return true;
}

}  // namespace ringscope
