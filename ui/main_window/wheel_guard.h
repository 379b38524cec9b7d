#pragma once

#include <QObject>

namespace ringscope {

// Lets the mouse wheel change combo boxes and spin boxes only when they have the focus, and never
// gives them the focus: whoever scrolls past a setting does not mean to change it.
class WheelGuard : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ringscope
