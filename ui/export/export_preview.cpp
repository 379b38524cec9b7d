#include "ui/export/export_preview.h"

#include <QPainter>
#include <algorithm>

#include "ui/figures/paint_text.h"

namespace ringscope {

ExportPreview::ExportPreview(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Preview"));
    setMinimumSize(320, 260);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ExportPreview::set_theme(const Theme& theme) {
    theme_ = theme;
    update();
}

void ExportPreview::show_figure(std::shared_ptr<const Figure> figure,
                                const ExportOptions& options) {
    figure_ = std::move(figure);
    options_ = options;
    setAccessibleDescription(figure_ ? figure_->description() : QString());
    update();
}

void ExportPreview::show_text(const QString& text) {
    figure_.reset();
    text_ = text;
    setAccessibleDescription(text);
    update();
}

QSize ExportPreview::sizeHint() const {
    return {static_cast<int>(44 * theme_.unit), static_cast<int>(36 * theme_.unit)};
}

void ExportPreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    const QRectF room = QRectF(rect()).adjusted(u, u, -u, -u);
    painter.fillRect(rect(), theme_.sunken);
    if (!figure_) {
        QRectF line(room.left(), room.center().y() - 2 * u, room.width(), 1.6 * u);
        for (const QString& text :
             wrapped(text_, theme_.font(1), std::min(room.width(), 30 * u), 6)) {
            paint_line(painter, line, Qt::AlignHCenter, theme_.font(1), theme_.muted, text);
            line.translate(0, 1.6 * u);
        }
        return;
    }
    const QSizeF size = export_size(*figure_, options_);
    const double fit = std::min(room.width() / size.width(), room.height() / size.height());
    QRectF page(QPointF(0, 0), size * fit);
    page.moveCenter(room.center());
    painter.fillRect(page, theme_.dark && !options_.transparent ? theme_.window : Qt::white);
    if (options_.transparent) {
        painter.fillRect(page, QBrush(theme_.border, Qt::Dense6Pattern));
    }
    painter.setPen(QPen(theme_.strong_border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(page.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setClipRect(page);
    painter.translate(page.topLeft());
    painter.scale(fit, fit);
    paint_page(painter, *figure_, size, options_);
}

}  // namespace ringscope
