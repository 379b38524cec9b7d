#include "ui/panels/difference_matrix.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figures/number_text.h"
#include "ui/figures/paint_text.h"
#include "ui/stage/caption.h"
#include "ui/theme/rank_patch.h"

namespace ringscope {

namespace {

// From just apart to as large as parameters get.
double depth_of(const VectorDifference& difference) {
    if (difference.nan_mismatches > 0) return 1;
    if (difference.max_abs <= 0) return difference.identical() ? 0 : 0.1;
    return std::clamp((std::log10(difference.max_abs) + 9) / 9, 0.12, 1.0);
}

QColor blended(const QColor& from, const QColor& to, double share) {
    const auto mix = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    return QColor::fromRgbF(mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()),
                            mix(from.blueF(), to.blueF()));
}

}  // namespace

DifferenceMatrix::DifferenceMatrix(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("difference_matrix"));
    setAccessibleName(tr("Differences of all pairs"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void DifferenceMatrix::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    update();
}

void DifferenceMatrix::set_equality(const Equality& equality) {
    equality_ = equality;
    const auto n = static_cast<Rank>(equality_.rows.size());
    QStringList lines;
    for (Rank a = 0; a < n && !equality_.pairs.empty(); ++a)
        for (Rank b = 0; b < a; ++b) lines << pair_text(a, b);
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    setVisible(!equality_.pairs.empty());
    updateGeometry();
    update();
}

QSize DifferenceMatrix::sizeHint() const {
    if (equality_.pairs.empty()) return {0, 0};
    const auto n = static_cast<double>(equality_.rows.size());
    const double row = n > 16 ? 0.7 : n > 8 ? 1.1 : 2.1;
    return QSizeF(14 * theme_.unit, (1.6 + n * row) * theme_.unit).toSize();
}

QRectF DifferenceMatrix::cell(Rank row, Rank column) const {
    const double u = theme_.unit, n = static_cast<double>(equality_.rows.size());
    const double left = 1.6 * u, top = 1.4 * u;
    const double w = (width() - left) / n, h = (height() - top) / n;
    return {left + column * w, top + row * h, w, h};
}

QString DifferenceMatrix::pair_text(Rank a, Rank b) const {
    const VectorDifference& pair = equality_.pair(a, b);
    const QString who = tr("%1 and %2").arg(device_name(a), device_name(b));
    if (pair.identical()) return tr("%1: the same bits").arg(who);
    QString text = tr("%1: at most %2 apart, %3 ULP; %4 numbers differ")
                       .arg(who, number_text(pair.max_abs), integer_text(pair.max_ulp),
                            integer_text(pair.differing));
    if (pair.nan_mismatches > 0)
        text += tr("; %1 are NaN on one side only").arg(integer_text(pair.nan_mismatches));
    return text;
}

void DifferenceMatrix::paintEvent(QPaintEvent*) {
    if (equality_.pairs.empty()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    const auto n = static_cast<Rank>(equality_.rows.size());
    const double line = 0.06 * u;
    for (Rank a = 0; a < n; ++a) {
        const QRectF own = cell(a, a);
        const double side = std::min({0.8 * u, 0.7 * own.height(), 0.7 * own.width()});
        paint_rank_patch(painter, QRectF(0.4 * u, own.center().y() - side / 2, side, side), a,
                         theme_, side / 4);
        paint_rank_patch(painter, QRectF(own.center().x() - side / 2, 0.4 * u, side, side), a,
                         theme_, side / 4);
        for (Rank b = 0; b < n; ++b) {
            const VectorDifference& pair = equality_.pair(a, b);
            const QRectF area = cell(a, b).adjusted(line, line, -line, -line);
            const QColor fill = a == b ? theme_.sunken
                                : pair.identical()
                                    ? theme_.good_soft
                                    : blended(theme_.bad_soft, theme_.bad, depth_of(pair) * 0.75);
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRect(area);
            if (a == b || area.width() < 3.2 * u || area.height() < 1.6 * u) continue;
            const QString text = pair.identical()          ? QStringLiteral("0")
                                 : pair.nan_mismatches > 0 ? QStringLiteral("NaN")
                                                           : number_text(pair.max_abs, 7);
            paint_line(painter, area, Qt::AlignHCenter, theme_.mono_font(0.8),
                       theme_.on_color(fill), text);
        }
    }
}

bool DifferenceMatrix::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || equality_.pairs.empty()) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto n = static_cast<Rank>(equality_.rows.size());
    for (Rank a = 0; a < n; ++a)
        for (Rank b = 0; b < n; ++b)
            if (a != b && cell(a, b).contains(help->pos())) {
                QToolTip::showText(help->globalPos(), pair_text(a, b), this);
                return true;
            }
    QToolTip::hideText();
    event->ignore();
    return true;
}

}  // namespace ringscope
