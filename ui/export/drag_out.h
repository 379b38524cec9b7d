#pragma once

#include <QObject>
#include <QPointF>
#include <functional>
#include <memory>

#include "ui/figures/figure.h"

class QMimeData;
class QWidget;

namespace ringscope {

// Lets what a widget shows be dragged out of the window into another program, as a picture. The
// widget still gets its clicks.
class DragOut : public QObject {
    Q_OBJECT

  public:
    using Source = std::function<std::shared_ptr<const Figure>()>;
    using Carry = std::function<void(std::unique_ptr<QMimeData>)>;

    // `carry` brings it to where the mouse is let go; a test takes the place of QDrag with it.
    DragOut(QWidget* widget, Source source, Carry carry = {});

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* widget_;
    Source source_;
    Carry carry_;
    QPointF pressed_;
    bool armed_ = false;
};

}  // namespace ringscope
