#pragma once

#include <QComboBox>

namespace ringscope {

// A combo box that gives way: what is chosen is cut with "…" where there is no room for it, and its
// tool tip is then the whole text. The list itself is as wide as its entries.
class ChoiceList : public QComboBox {
    Q_OBJECT

  public:
    explicit ChoiceList(QWidget* parent = nullptr);

    void hidePopup() override;

  signals:
    void left();  // its list was closed, with or without a choice

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QString shown() const;
};

}  // namespace ringscope
