#include "ui/panels/inspector.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/figures/number_text.h"
#include "ui/panels/cell_model.h"
#include "ui/panels/summation_model.h"
#include "ui/stage/caption.h"

namespace ringscope {

namespace {

QString route_text(Route route) {
    switch (route) {
        case Route::host: return Inspector::tr("moved by the host");
        case Route::device: return Inspector::tr("copied on the device");
        case Route::via_host: return Inspector::tr("staged through the host");
    }
    return {};
}

// "device 3: 4 B, copied on the device"; several: "devices 1, 2 and 3: 4 B each".
QString transfers_text(const std::vector<TransferRecord>& records, Rank Transfer::* other) {
    const TransferReport& report = records.front().report;
    const QString bytes = bytes_text(static_cast<double>(report.bytes));
    if (records.size() == 1)
        return Inspector::tr("device %1: %2, %3")
            .arg(integer_text(report.transfer.*other), bytes, route_text(report.route));
    QStringList ranks;
    for (const TransferRecord& record : records)
        ranks << integer_text(record.report.transfer.*other);
    constexpr qsizetype most = 8;
    if (ranks.size() > most) ranks = ranks.mid(0, most) << QStringLiteral("…");
    return Inspector::tr("devices %1: %2 each").arg(ranks.join(Inspector::tr(", ")), bytes);
}

QLabel* label(const char* name, QWidget* parent) {
    auto* made = new QLabel(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setWordWrap(true);
    made->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return made;
}

}  // namespace

Inspector::Inspector(QWidget* parent)
    : QFrame(parent),
      model_(new CellModel(this)),
      orders_(new SummationModel(this)),
      order_(new QToolButton(this)),
      heading_(label("heading", this)),
      facts_(label("muted", this)),
      summary_(label("mono", this)),
      table_(new QTableView(this)) {
    setObjectName(QStringLiteral("sunken"));
    setAccessibleName(tr("Inspector"));
    table_->setModel(model_);
    table_->setAccessibleName(tr("Values of the chunk"));
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setSelectionMode(QAbstractItemView::NoSelection);
    table_->setFocusPolicy(Qt::NoFocus);
    table_->setTabKeyNavigation(false);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("quiet"));
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Close the inspector"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &Inspector::closed);

    auto* left = new QVBoxLayout;
    left->setSpacing(fontMetrics().height() / 3);
    auto* head = new QHBoxLayout;
    head->addWidget(heading_, 1);
    head->addWidget(order_);
    left->addLayout(head);
    left->addWidget(facts_);
    left->addStretch(1);
    order_->setObjectName(QStringLiteral("summation"));
    order_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    order_->setCheckable(true);
    order_->setText(tr("Order of the sum"));
    order_->setToolTip(
        tr("Adds the same numbers up in other orders: why all devices agree to the bit with each "
           "other, and only nearly with one device that has the whole batch"));
    order_->hide();
    connect(order_, &QToolButton::toggled, this, &Inspector::show_columns);
    auto* layout = new QHBoxLayout(this);
    layout->addLayout(left, 5);
    layout->addWidget(table_, 5);
    layout->addWidget(summary_, 5, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void Inspector::set_theme(const Theme& theme) {
    const int u = qRound(0.7 * theme.unit);
    layout()->setContentsMargins(qRound(theme.unit), u, u, u);
    layout()->setSpacing(qRound(theme.unit));
    setMinimumHeight(qRound(8 * theme.unit));
    table_->setFont(theme.mono_font(0.92));
    table_->verticalHeader()->setDefaultSectionSize(qRound(1.6 * theme.unit));
    table_->setStyleSheet(
        QStringLiteral(
            "QTableView { background: transparent; font-family: \"%1\"; font-size: %2px; "
            "color: %3; } QHeaderView::section { background: %4; color: %5; border: none; "
            "font-size: %2px; padding: 2px 4px; }")
            .arg(theme.mono.family(), QString::number(qRound(0.92 * theme.unit)), theme.text.name(),
                 theme.sunken.name(), theme.muted.name()));
}

QString Inspector::facts_text(const CellFacts& facts) {
    QStringList lines;
    const std::int64_t count = facts.extent.count;
    if (count == 0)
        lines << tr("an empty chunk: there are fewer elements than chunks");
    else if (count == 1)
        lines << tr("element %1 · %2").arg(integer_text(facts.extent.offset), bytes_text(4));
    else
        lines << tr("elements %1 to %2 · %3")
                     .arg(integer_text(facts.extent.offset),
                          integer_text(facts.extent.offset + count - 1),
                          bytes_text(4.0 * static_cast<double>(count)));
    QStringList in;
    for (const Rank rank : facts.ranks_in) in << integer_text(rank);
    if (in.size() == 1)
        lines << tr("holds the values of device %1 alone").arg(in.front());
    else if (in.size() > 1)
        lines << tr("summed from devices %1").arg(in.join(tr(", ")));
    for (const auto& [flaw, text] :
         {std::pair{facts.arrived_flaw, tr("arrived")}, std::pair{facts.left_flaw, tr("left")}}) {
        if (flaw.nan_count > 0)
            lines << tr("NaN %1 with this hop: %2 of %3 numbers")
                         .arg(text, integer_text(flaw.nan_count), integer_text(count));
        if (flaw.stale) lines << tr("stale values %1: those of the iteration before").arg(text);
    }
    if (!facts.arrived.empty())
        lines << tr("arrived from %1").arg(transfers_text(facts.arrived, &Transfer::from));
    if (!facts.left.empty())
        lines << tr("sent to %1").arg(transfers_text(facts.left, &Transfer::to));
    return lines.join(QLatin1Char('\n'));
}

QString Inspector::summary_text(const Summary& summary) {
    QStringList first;
    for (const float value : summary.first) first << number_text(static_cast<double>(value), 8);
    return tr("min %1   max %2\nmean %3   norm %4\nfirst: %5\ndigest %6")
        .arg(number_text(static_cast<double>(summary.min), 10),
             number_text(static_cast<double>(summary.max), 10), number_text(summary.mean, 10),
             number_text(summary.norm, 10), first.join(QStringLiteral("  ")),
             digest_text(summary.digest));
}

void Inspector::show_summation(const std::optional<Summation>& summation) {
    summation_ = summation;
    orders_->set_summation(summation);
    order_->setVisible(summation.has_value());
    show_columns();
}

void Inspector::show_columns() {
    const bool orders = order_->isChecked() && summation_;
    QAbstractItemModel* const wanted = orders ? static_cast<QAbstractItemModel*>(orders_) : model_;
    if (table_->model() != wanted) table_->setModel(wanted);
    if (!shown_) return;
    facts_->setText(orders ? order_text(*summation_, *shown_) : facts_text(*shown_));
}

QString Inspector::order_text(const Summation& summation, const CellFacts& facts) {
    QStringList lines{tr("added up as %1").arg(QString::fromStdString(summation.expression))};
    lines << tr("number %1 of %2 here; %3 of them come out otherwise in another order")
                 .arg(integer_text(summation.element + 1), integer_text(facts.extent.count),
                      integer_text(summation.differing));
    return lines.join(QLatin1Char('\n'));
}

void Inspector::show_scene(const StageScene& scene) {
    const std::optional<CellFacts> facts = cell_facts(scene);
    shown_ = facts;
    setVisible(facts.has_value());
    model_->set_facts(facts);
    if (!facts) return;
    heading_->setText(
        tr("%1 · chunk %2").arg(device_name(facts->cell.rank), integer_text(facts->cell.chunk)));
    show_columns();
    const bool values = !facts->values.empty();
    table_->setVisible(values);
    summary_->setVisible(!values);
    if (facts->summary)
        summary_->setText(summary_text(*facts->summary));
    else if (!values)
        summary_->setText(facts->extent.count == 0 ? QString()
                                                   : tr("nothing has been computed into it yet"));
}

}  // namespace ringscope
