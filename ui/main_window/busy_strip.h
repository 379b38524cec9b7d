#pragma once

#include <QFrame>

#include "ui/theme/theme.h"

class QLabel;
class QProgressBar;
class QTimer;

namespace ringscope {

// Something takes a while: what, how far, and a way to cancel it. Shows itself only after a moment,
// so that quick work does not flash.
class BusyStrip : public QFrame {
    Q_OBJECT

  public:
    explicit BusyStrip(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    void show_progress(const QString& what, double done);  // done below 0: not known
    void finish();

  signals:
    void cancelled();

  private:
    QLabel* what_;
    QProgressBar* bar_;
    QTimer* moment_;
};

}  // namespace ringscope
