#include "ui/panels/equality_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/figures/number_text.h"
#include "ui/panels/difference_matrix.h"
#include "ui/panels/equality_rows.h"

namespace ringscope {

EqualityPanel::EqualityPanel(QWidget* parent)
    : Panel(parent),
      rows_(new EqualityRows),
      matrix_(new DifferenceMatrix),
      first_(new QLabel),
      compare_(new QPushButton(tr("Compare their numbers"))),
      scroll_(new QScrollArea),
      footnote_(new QLabel) {
    setAccessibleName(tr("Replica equality"));
    first_->setObjectName(QStringLiteral("first_difference"));
    first_->setWordWrap(true);
    first_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    compare_->setObjectName(QStringLiteral("equality/compare"));
    compare_->setToolTip(
        tr("Executes the iteration again from the checkpoint before it; its "
           "digests must be the recorded ones"));
    compare_->hide();
    connect(compare_, &QPushButton::clicked, this, [this] { emit numbers_wanted(iteration_); });
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("scrolled"));
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{rows_, first_, compare_, matrix_})
        inside->addWidget(widget);
    inside->addStretch(1);
    scroll_->setWidget(content);
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
    matrix_->set_theme(theme);
    rows_->parentWidget()->layout()->setSpacing(qRound(0.5 * theme.unit));
    setMinimumHeight(qRound(5.5 * theme.unit));
}

void EqualityPanel::show_equality(Equality equality) {
    const int count = static_cast<int>(equality.rows.size());
    const QString all = integer_text(count);
    if (equality.rows.empty())
        emit note_changed({}, Tone::plain);
    else if (count == 1)
        emit note_changed(tr("one replica"), Tone::neutral);
    else if (!equality.compared)
        emit note_changed(tr("on the way"), Tone::neutral);
    else if (equality.identical())
        emit note_changed(tr("identical, %1 of %2").arg(integer_text(equality.same_count()), all),
                          Tone::good);
    else
        emit note_changed(
            tr("%1 of %2 differ").arg(integer_text(count - equality.same_count()), all), Tone::bad);
    show_footnote(equality);
    const bool differ = equality.compared && !equality.identical();
    if (equality.first && differ)
        first_->setText(first_text(*equality.first));
    else
        first_->setText(
            tr("They differ. Models of more than 4,096 parameters keep their digests only."));
    first_->setVisible(differ);
    compare_->setVisible(equality.values_missing());
    iteration_ = equality.iteration;
    matrix_->set_equality(differ ? equality : Equality{});
    rows_->set_equality(std::move(equality));
}

QString EqualityPanel::first_text(const FirstDifference& first) {
    QString where = tr("number %1").arg(integer_text(first.index));
    if (first.place && first.place->bias)
        where = tr("layer %1, bias of output %2").arg(first.place->layer + 1).arg(first.place->row);
    else if (first.place)
        where = tr("layer %1, weight in row %2, column %3")
                    .arg(first.place->layer + 1)
                    .arg(first.place->row)
                    .arg(first.place->column);
    const auto ulp = ulp_distance(first.at_first, first.at_rank);
    const QString apart = ulp ? tr("%1 ULP apart").arg(integer_text(*ulp)) : tr("one is no number");
    return tr("First difference: %1. Device 0 has %2, device %3 has %4: %5.")
        .arg(where, number_text(static_cast<double>(first.at_first), 12), integer_text(first.rank),
             number_text(static_cast<double>(first.at_rank), 12), apart);
}

void EqualityPanel::show_footnote(const Equality& equality) {
    const bool vectors = equality.of == Equality::Of::vectors;
    if (equality.rows.empty())
        footnote_->setText(vectors ? tr("Nothing to compare yet.")
                                   : tr("Weights are compared bit for bit after every iteration."));
    else if (equality.rows.size() == 1)
        footnote_->setText(tr("One replica: there is nothing to compare it with."));
    else if (!equality.compared)
        footnote_->setText(tr("vectors; compared after the last step"));
    else if (vectors)
        footnote_->setText(tr("vectors compared after the last step"));
    else if (equality.at_start)
        footnote_->setText(tr("weights compared before the first update"));
    else
        footnote_->setText(
            (equality.executed_again
                 ? tr("weights compared after iteration %1, executed again from a checkpoint")
                 : tr("weights compared after iteration %1"))
                .arg(integer_text(equality.iteration)));
}

}  // namespace ringscope
