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
    // More columns than this would leave none of them readable.
    constexpr std::size_t most_arrivals = 5;
    if (!facts_ || facts_->arrived.empty() || facts_->arrived.size() > most_arrivals) return false;
    const VectorPtr& before = facts_->arrived.front().receiver_before;
    return before && before->whole.size() == facts_->values.size();
}

int CellModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !facts_ ? 0 : static_cast<int>(facts_->values.size());
}

int CellModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    return shows_arithmetic() ? 3 + static_cast<int>(facts_->arrived.size()) : 2;
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
        index.column() == 1 ? *facts_->arrived.front().receiver_before
                            : *facts_->arrived[static_cast<std::size_t>(index.column()) - 2].sent;
    return row < part.whole.size() ? number_text(static_cast<double>(part.whole[row]), digits)
                                   : QString();
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return tr("element");
    if (!shows_arithmetic()) return tr("value");
    if (section == 1) return tr("before");
    if (section == columnCount() - 1) return tr("= after");
    const Transfer& t = facts_->arrived[static_cast<std::size_t>(section) - 2].report.transfer;
    if (facts_->arrived.size() > 1) return tr("+ device %1").arg(t.from);
    return t.op == TransferOp::add ? tr("+ arrived") : tr("← arrived");
}

}  // namespace ringscope
