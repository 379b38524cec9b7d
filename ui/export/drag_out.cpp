#include "ui/export/drag_out.h"

#include <QApplication>
#include <QDrag>
#include <QMouseEvent>
#include <QWidget>
#include <utility>

#include "ui/export/picture_mime.h"

namespace ringscope {

DragOut::DragOut(QWidget* widget, Source source, Carry carry)
    : QObject(widget), widget_(widget), source_(std::move(source)), carry_(std::move(carry)) {
    if (!carry_)
        carry_ = [this](std::unique_ptr<QMimeData> mime) {
            auto* drag = new QDrag(widget_);  // Qt deletes it
            const QImage picture = qvariant_cast<QImage>(mime->imageData());
            drag->setPixmap(QPixmap::fromImage(
                picture.scaled(QSize(200, 160), Qt::KeepAspectRatio, Qt::SmoothTransformation)));
            drag->setMimeData(mime.release());
            drag->exec(Qt::CopyAction);
        };
    widget_->installEventFilter(this);
}

bool DragOut::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        armed_ = mouse->button() == Qt::LeftButton;
        pressed_ = mouse->position();
    } else if (type == QEvent::MouseButtonRelease) {
        armed_ = false;
    } else if (type == QEvent::MouseMove && armed_) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const double way = (mouse->position() - pressed_).manhattanLength();
        const std::shared_ptr<const Figure> figure =
            way >= 2 * QApplication::startDragDistance() ? source_() : nullptr;
        if (figure) {
            armed_ = false;
            ExportOptions options;
            options.theme = Theme::print();
            options.scale = 2;
            carry_(picture_mime(*figure, options));
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace ringscope
