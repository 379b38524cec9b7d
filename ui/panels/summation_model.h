#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "core/trace/summation.h"

namespace ringscope {

// One element of a chunk, added up in several orders: a row an order.
class SummationModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_summation(std::optional<Summation> summation);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    static QString order_text(SumOrder order);

    std::optional<Summation> summation_;
};

}  // namespace ringscope
