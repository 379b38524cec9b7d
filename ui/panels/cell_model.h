#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/panels/cell_facts.h"

namespace ringscope {

// The elements of one chunk, a row each: the value, or before, arrived and after.
class CellModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_facts(std::optional<CellFacts> facts);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    bool shows_arithmetic() const;

    std::optional<CellFacts> facts_;
};

}  // namespace ringscope
