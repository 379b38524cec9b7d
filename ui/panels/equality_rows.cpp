#include "ui/panels/equality_rows.h"

#include <QPainter>
#include <algorithm>

#include "ui/figures/number_text.h"
#include "ui/stage/caption.h"

namespace ringscope {

EqualityRows::EqualityRows(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void EqualityRows::set_theme(const Theme& theme) {
    theme_ = theme;
    updateGeometry();
    update();
}

void EqualityRows::set_equality(Equality equality) {
    const bool other_height = equality.rows.size() != equality_.rows.size();
    equality_ = std::move(equality);
    if (other_height) updateGeometry();
    QStringList lines;
    for (std::size_t r = 0; r < equality_.rows.size(); ++r)
        lines << tr("%1: %2, %3")
                     .arg(device_name(static_cast<Rank>(r)), digest_text(equality_.rows[r].digest),
                          verdict(equality_.rows[r]));
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    update();
}

QSize EqualityRows::sizeHint() const {
    return QSizeF(21 * theme_.unit, 1.9 * theme_.unit * static_cast<double>(equality_.rows.size()))
        .toSize();
}

QSize EqualityRows::minimumSizeHint() const {
    const double least = 1.4 * theme_.unit * static_cast<double>(equality_.rows.size());
    return {qRound(14 * theme_.unit), qRound(least)};
}

double EqualityRows::row_height() const {
    const auto rows = static_cast<double>(std::max<std::size_t>(1, equality_.rows.size()));
    return std::min(1.9 * theme_.unit, height() / rows);
}

QString EqualityRows::verdict(const EqualityRow& row) const {
    if (!equality_.compared) return {};
    // The others' differences are those to device 0.
    if (&row == &equality_.rows.front() && !equality_.identical()) return tr("reference");
    if (row.same_as_first) return tr("Δ 0");
    if (row.difference) return tr("Δ %1").arg(number_text(*row.difference, 7));
    return tr("differs");
}

void EqualityRows::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double u = theme_.unit;
    const QFont label = theme_.font(0.95);
    const QFont mono = theme_.mono_font(0.9);
    const double label_width = QFontMetricsF(label).horizontalAdvance(
        device_name(std::ssize(equality_.rows) > 10 ? 88 : 8));
    for (std::size_t r = 0; r < equality_.rows.size(); ++r) {
        const EqualityRow& row = equality_.rows[r];
        const QRectF line(0, row_height() * static_cast<double>(r), width(), row_height());
        const QRectF patch(0.1 * u, line.center().y() - 0.4 * u, 0.8 * u, 0.8 * u);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_.rank_color(static_cast<Rank>(r)));
        painter.drawRoundedRect(patch, 0.2 * u, 0.2 * u);
        painter.setBrush(theme_.rank_brush(static_cast<Rank>(r)));
        painter.drawRoundedRect(patch, 0.2 * u, 0.2 * u);

        painter.setFont(label);
        painter.setPen(theme_.text);
        const QRectF name(1.5 * u, line.top(), label_width, line.height());
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft, device_name(static_cast<Rank>(r)));

        painter.setFont(theme_.mono_font(0.9, true));
        const bool reference = r == 0 && !equality_.identical();
        const bool bad = equality_.compared && !row.same_as_first;
        painter.setPen(reference ? theme_.muted : bad ? theme_.bad : theme_.good);
        const QString text = verdict(row);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, text);
        const double right = line.right() - QFontMetricsF(painter.font()).horizontalAdvance(text);

        painter.setFont(mono);
        painter.setPen(theme_.muted);
        const QRectF room(name.right() + u, line.top(), right - name.right() - 1.6 * u,
                          line.height());
        painter.drawText(
            room, Qt::AlignVCenter | Qt::AlignLeft,
            QFontMetricsF(mono).elidedText(digest_text(row.digest), Qt::ElideMiddle, room.width()));
    }
}

}  // namespace ringscope
