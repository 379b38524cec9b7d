#include "ui/panels/cell_model.h"

#include "ui/figures/number_text.h"

namespace ringscope {

namespace {

// Enough digits to tell two float32 values apart in nearly every case.
constexpr int digits = 12;

}  // namespace

void CellModel::set_facts(std::optional<CellFacts> facts) {
    beginResetModel();
    facts_ = std::move(facts);
    endResetModel();
}

bool CellModel::shows_arithmetic() const {
    return facts_ && facts_->arrived && facts_->arrived->receiver_before &&
           facts_->arrived->receiver_before->whole.size() == facts_->values.size();
}

int CellModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !facts_ ? 0 : static_cast<int>(facts_->values.size());
}

int CellModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    return shows_arithmetic() ? 4 : 2;
}

QVariant CellModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !facts_) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (index.column() == 0) return integer_text(facts_->extent.offset + index.row());
    if (index.column() == columnCount() - 1)
        return number_text(static_cast<double>(facts_->values[row]), digits);
    const VectorRecord& part =
        index.column() == 1 ? *facts_->arrived->receiver_before : *facts_->arrived->sent;
    return row < part.whole.size() ? number_text(static_cast<double>(part.whole[row]), digits)
                                   : QString();
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return tr("element");
    if (!shows_arithmetic()) return tr("value");
    const bool add = facts_->arrived->report.transfer.op == TransferOp::add;
    if (section == 1) return tr("before");
    if (section == 2) return add ? tr("+ arrived") : tr("← arrived");
    return tr("= after");
}

}  // namespace ringscope
