#include "ui/panels/summation_model.h"

#include <QLocale>

#include "ui/figures/number_text.h"

namespace ringscope {

void SummationModel::set_summation(std::optional<Summation> summation) {
    beginResetModel();
    summation_ = std::move(summation);
    endResetModel();
}

int SummationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !summation_ ? 0 : static_cast<int>(summation_->results.size());
}

int SummationModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 3;
}

QString SummationModel::order_text(SumOrder order) {
    switch (order) {
        case SumOrder::schedule: return tr("as it was done");
        case SumOrder::ascending: return tr("device 0 first");
        case SumOrder::descending: return tr("device 0 last");
        case SumOrder::pairwise: return tr("in pairs");
        case SumOrder::exact: return tr("exact, rounded once");
    }
    return {};
}

QVariant SummationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !summation_) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const SumResult& result = summation_->results[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
        case 0: return order_text(result.order);
        // Nine digits tell all float32 values apart.
        case 1: return QLocale().toString(static_cast<double>(result.value), 'g', 9);
        default: return result.ulp ? integer_text(*result.ulp) : tr("NaN");
    }
}

QVariant SummationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("order of the additions") : section == 1 ? tr("sum") : tr("ULP away");
}

}  // namespace ringscope
