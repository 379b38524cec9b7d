#include "ui/panels/equality_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/figures/number_text.h"
#include "ui/panels/equality_rows.h"

namespace ringscope {

EqualityPanel::EqualityPanel(QWidget* parent)
    : Panel(parent), rows_(new EqualityRows), scroll_(new QScrollArea), footnote_(new QLabel) {
    setAccessibleName(tr("Replica equality"));
    scroll_->setWidget(rows_);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->setAutoFillBackground(false);
    rows_->setAutoFillBackground(false);
    footnote_->setObjectName(QStringLiteral("muted"));
    footnote_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll_, 1);
    layout->addWidget(footnote_);
    set_theme(Theme::light());
}

void EqualityPanel::set_theme(const Theme& theme) {
    const int u = qRound(theme.unit);
    layout()->setContentsMargins(u, 0, u, qRound(0.7 * theme.unit));
    layout()->setSpacing(qRound(0.4 * theme.unit));
    rows_->set_theme(theme);
    setMinimumHeight(qRound(5.5 * theme.unit));
}

void EqualityPanel::show_equality(Equality equality) {
    const int count = static_cast<int>(equality.rows.size());
    const QString all = integer_text(count);
    const bool vectors = equality.of == Equality::Of::vectors;
    if (equality.rows.empty()) {
        emit note_changed({}, Tone::plain);
        footnote_->setText(vectors ? tr("Nothing to compare yet.")
                                   : tr("Weights are compared bit for bit after every iteration."));
    } else if (count == 1) {
        emit note_changed(tr("one replica"), Tone::neutral);
        footnote_->setText(tr("One replica: there is nothing to compare it with."));
    } else if (!equality.compared) {
        emit note_changed(tr("on the way"), Tone::neutral);
        footnote_->setText(tr("vectors; compared after the last step"));
    } else {
        const QString same = integer_text(equality.same_count());
        if (equality.identical())
            emit note_changed(tr("identical, %1 of %2").arg(same, all), Tone::good);
        else
            emit note_changed(
                tr("%1 of %2 differ").arg(integer_text(count - equality.same_count()), all),
                Tone::bad);
        if (vectors)
            footnote_->setText(tr("vectors compared after the last step"));
        else if (equality.at_start)
            footnote_->setText(tr("weights compared before the first update"));
        else
            footnote_->setText(
                tr("weights compared after iteration %1").arg(integer_text(equality.iteration)));
    }
    rows_->set_equality(std::move(equality));
}

}  // namespace ringscope
